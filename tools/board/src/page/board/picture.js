// The board as a picture with its styles written into it, so that it needs no style sheet.

import { element } from "./stones.js";

/// Pixels of the PNG for one of the board, and most pixels of a canvas on phones.
const SCALE = 2;
const MOST_PIXELS = 16_777_216;
/// Styles that the style sheet gives to parts of the board.
const STYLES = [
  "fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "paint-order",
  "font-family", "font-size", "font-weight", "display",
];
/// Parts of the pointer and the window, which the picture leaves out.
const LEFT_OUT = ".cursor, .ruler";

/// A copy of an element with its styles.
function copyOf(part) {
  const copy = part.cloneNode(false);
  copy.removeAttribute("class");
  copy.removeAttribute("id");
  if (part.id.endsWith("-stone")) copy.setAttribute("id", part.id);
  if (part.closest("defs")) return copy.append(...[...part.childNodes].map((child) => child.cloneNode(true))), copy;
  const style = getComputedStyle(part);
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  for (const child of part.childNodes) {
    if (child.nodeType === Node.TEXT_NODE) copy.append(child.data);
    else if (!child.matches(LEFT_OUT)) copy.append(copyOf(child));
  }
  return copy;
}

/// The picture as SVG text.
export function pictureOf(board, overlay) {
  const { width, height } = board.viewBox.baseVal;
  const wood = getComputedStyle(board.closest("#frame")).backgroundColor;
  const picture = element("svg", { viewBox: `0 0 ${width} ${height}`, width: Math.round(width), height: Math.round(height) });
  picture.append(element("rect", { width: "100%", height: "100%", fill: wood }));
  for (const svg of [board, overlay]) picture.append(...[...svg.children].filter((part) => !part.matches(LEFT_OUT)).map(copyOf));
  return new XMLSerializer().serializeToString(picture);
}

/// How much finer a picture of this size becomes as PNG.
export const scaleOf = (width, height) => Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)));

/// A picture as PNG, drawn by the browser.
export async function rasterize(svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement("canvas");
  const { naturalWidth: width, naturalHeight: height } = image;
  canvas.width = Math.floor(scaleOf(width, height) * width);
  canvas.height = Math.floor(scaleOf(width, height) * height);
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
