// Ids for labels and what they label: every session has its own panels, and an id occurs once in a page.

let count = 0;

export function uniqueId(word) {
  count += 1;
  return `${word}-${count}`;
}
