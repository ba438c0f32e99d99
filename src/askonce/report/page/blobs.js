// The pictures and texts that a report names. Where they come from is set by the page that shows the report.

/** Set by the page: `picture` and `text` by name, `packed` data, what to say of a picture that is not there, the
 *  addresses of snapshots by run, and the texts of issues for the failures of each run. */
export let blobs = { picture: () => null, text: () => "", packed: async () => null, missing: () => "", snapshots: {}, issues: {} };

export function takeBlobsFrom(source) {
  blobs = source;
}

/** Use a text: at once where it is in the page, else when it has come. */
export function withText(blob, use) {
  const text = blobs.text(blob);
  if (typeof text === "string") use(text);
  else text.then(use);
}

/** What gzip packed, as data. */
export async function unpack(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(stream).text());
}

export function isText(blob) {
  return blob.endsWith(".txt");
}
