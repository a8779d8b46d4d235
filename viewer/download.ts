/** Downloads: figures as self-contained SVG, their data as CSV, the report as JSON. */
export function saveFile(name: string, type: string, contents: string | Uint8Array<ArrayBuffer>): void {
  const address = URL.createObjectURL(new Blob([contents], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export function toCsv(rows: readonly (readonly (string | number | null | boolean)[])[]): string {
  const cell = (value: string | number | null | boolean) => {
    const text = value === null ? '' : String(value);
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(cell).join(',')}\n`).join('');
}

const COPIED_PROPERTIES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-opacity',
  'opacity',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/** Merges the layers of a drawing into one SVG, with the computed styles written into its elements. */
export function standaloneSvg(layers: readonly SVGSVGElement[]): string {
  const [copy, ...above] = layers.map(withOwnStyle) as [SVGSVGElement, ...SVGSVGElement[]];
  for (const layer of above) copy.append(...layer.childNodes);
  const box = layers[0]!.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(box.width));
  copy.setAttribute('height', String(box.height));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(paper);
  return new XMLSerializer().serializeToString(copy);
}

function withOwnStyle(figure: SVGSVGElement): SVGSVGElement {
  const copy = figure.cloneNode(true) as SVGSVGElement;
  const copies = [copy, ...copy.querySelectorAll('*')];
  [figure, ...figure.querySelectorAll('*')].forEach((original, at) => {
    const style = getComputedStyle(original);
    const target = copies[at]!;
    for (const property of COPIED_PROPERTIES) target.setAttribute(property, style.getPropertyValue(property));
    for (const name of ['class', 'tabindex', 'role', 'aria-label', 'aria-hidden']) target.removeAttribute(name);
  });
  return copy;
}

/** Converts a byte string (one character per byte) to bytes. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
