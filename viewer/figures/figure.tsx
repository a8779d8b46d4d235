/** The frame of every figure: a title, the drawing, a caption that says which corner is good, and its numbers to take along. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { saveFile, standaloneSvg, toCsv } from '../download.js';

interface FigureProps {
  readonly id: string;
  readonly title: string;
  readonly caption: ComponentChildren;
  /** The numbers behind it, the first row their names with units. */
  readonly rows: () => readonly (readonly (string | number | null | boolean)[])[];
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
  /** A drawing made for the file, where the one on screen shows only a part. */
  readonly wholeSvg?: () => string;
}

export function Figure({ id, title, caption, rows, controls, children, wholeSvg }: FigureProps) {
  const drawing = useRef<HTMLDivElement>(null);
  const saveSvg = () => {
    const layers = [...(drawing.current?.querySelectorAll<SVGSVGElement>('svg.chart') ?? [])];
    const text = wholeSvg?.() ?? (layers.length > 0 ? standaloneSvg(layers) : null);
    if (text !== null) saveFile(`${id}.svg`, 'image/svg+xml', text);
  };
  return (
    <figure class="figure" id={`figure-${id}`}>
      <div class="figure-head">
        <h3>{title}</h3>
        <div class="figure-controls">
          {controls}
          <button
            type="button"
            class="quiet"
            aria-label={`${title}: download as CSV`}
            onClick={() => saveFile(`${id}.csv`, 'text/csv', toCsv(rows()))}
          >
            CSV
          </button>
          <button type="button" class="quiet" aria-label={`${title}: download as SVG`} onClick={saveSvg}>
            SVG
          </button>
        </div>
      </div>
      <div class="drawing" ref={drawing}>
        {children}
      </div>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
