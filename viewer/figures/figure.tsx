/** The frame of every figure: title, drawing, a caption that names the good corner, and downloads of its data. */
import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { saveFile, standaloneSvg, toCsv } from '../download.js';

interface FigureProps {
  readonly id: string;
  readonly title: string;
  readonly caption: ComponentChildren;
  /** Data of the figure; the first row has the column names with units. */
  readonly rows: () => readonly (readonly (string | number | null | boolean)[])[];
  readonly controls?: ComponentChildren;
  readonly children: ComponentChildren;
  /** The complete drawing for the download, if the screen shows only a part. */
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
