/** Axes of a drawing: ticks, grid lines, names with units. */
import type { Box } from './box.js';
import type { Scale } from './scales.js';

interface AxisProps {
  readonly box: Box;
  readonly scale: Scale;
  readonly name: string;
  readonly words: (value: number) => string;
}

export function HorizontalAxis({ box, scale, name, words }: AxisProps) {
  const y = box.height - box.bottom;
  return (
    <g class="axis">
      <line x1={box.left} x2={box.width - box.right} y1={y} y2={y} class="axis-line" />
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={scale(tick)} x2={scale(tick)} y1={box.top} y2={y} class="grid-line" />
          <text x={scale(tick)} y={y + 17} text-anchor="middle">
            {words(tick)}
          </text>
        </g>
      ))}
      <text class="axis-name" x={(box.left + box.width - box.right) / 2} y={y + 36} text-anchor="middle">
        {name}
      </text>
    </g>
  );
}

export function VerticalAxis({ box, scale, name, words }: AxisProps) {
  const middle = (box.top + box.height - box.bottom) / 2;
  return (
    <g class="axis">
      {scale.ticks.map((tick) => (
        <g key={tick}>
          <line x1={box.left} x2={box.width - box.right} y1={scale(tick)} y2={scale(tick)} class="grid-line" />
          <text x={box.left - 8} y={scale(tick) + 4} text-anchor="end">
            {words(tick)}
          </text>
        </g>
      ))}
      <text class="axis-name" x={14} y={middle} text-anchor="middle" transform={`rotate(-90 14 ${middle})`}>
        {name}
      </text>
    </g>
  );
}
