// Whether a document may show a picture that moves by itself: nothing but its bytes tells a still one from others, and
// nobody is told when it goes on. Photographs and fonts never do.

const STILL_PICTURES = /\.(?:jpe?g|bmp|ico|cur|woff2?|ttf|otf|eot|css|js)(?:[?#]|$)|^(?:data:(?:image\/(?:jpe?g|bmp|x-icon)|font|application)|#|blob:null$|$)/i;
const ADDRESSES = /url\(\s*["']?([^"')]+)/gi;
const knownSheets = new WeakMap();

function mayMove(root) {
  for (const picture of root.querySelectorAll("img, image, input[type='image' i]")) {
    if (!STILL_PICTURES.test(picture.currentSrc || picture.getAttribute("src") || picture.getAttribute("href") || "")) return true;
  }
  for (const styled of root.querySelectorAll("[style*='url(' i]")) if (hasMoving(styled.getAttribute("style"))) return true;
  return [...(root.styleSheets || []), ...(root.adoptedStyleSheets || [])].some(sheetMayMove);
}

function hasMoving(text) {
  return [...text.matchAll(ADDRESSES)].some(([, address]) => !STILL_PICTURES.test(address));
}

function sheetMayMove(sheet) {
  try {
    const { cssRules } = sheet, known = knownSheets.get(sheet);
    if (known && known.count === cssRules.length) return known.moves;
    const moves = [...cssRules].some((rule) => !rule.cssText.startsWith("@font-face") && hasMoving(rule.cssText));
    knownSheets.set(sheet, { count: cssRules.length, moves });
    return moves;
  } catch {
    return true; // of another site: nobody can read it
  }
}
