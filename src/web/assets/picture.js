// The board as a picture of its own: SVG with every style written out, and PNG drawn from that.

const STYLES = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "font-family", "font-size", "font-weight", "text-anchor", "display"];
const LEFT_OUT = [".cells", ".cursor", ".arrows"];
const FOR_PAGES = ["class", "style", "tabindex", "role", "aria-label", "aria-describedby", "data-t-aria-label", "data-cell", "data-shape", "id"];
const WIDTH = 1000;

/** The board that is shown, as SVG text. */
export function asSvg(board) {
  const copy = board.cloneNode(true);
  const [originals, copies] = [board, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  originals.forEach((element, nth) => {
    const found = getComputedStyle(element);
    for (const name of element.closest("defs") ? [] : STYLES) copies[nth].setAttribute(name, found.getPropertyValue(name));
  });
  for (const layer of LEFT_OUT) copy.querySelector(layer)?.remove();
  for (const element of [copy, ...copy.querySelectorAll("*")]) {
    for (const name of FOR_PAGES) if (!element.closest("defs") || name !== "id") element.removeAttribute(name);
  }
  const { width, height } = board.viewBox.baseVal;
  copy.setAttribute("width", WIDTH);
  copy.setAttribute("height", Math.round((WIDTH * height) / width));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** The same as PNG: a promise of a blob. */
export async function asPng(board) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(asSvg(board))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
