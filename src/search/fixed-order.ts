/** Points in an order independent of outcomes: a batch at a time, and as many ahead as asked for. */
import { type Asked, type Point, withAhead } from './strategy.js';

const SIDE_BY_SIDE = 16;

export function* inFixedOrder<One>(
  order: Iterable<One>,
  pointOf: (one: One) => Point,
): Generator<Asked, void, readonly unknown[]> {
  const rest = order[Symbol.iterator]();
  const drawn: Point[] = [];
  const draw = (wanted: number) => {
    while (drawn.length < wanted) {
      const next = rest.next();
      if (next.done) return;
      drawn.push(pointOf(next.value));
    }
  };
  for (;;) {
    draw(SIDE_BY_SIDE);
    const points = drawn.splice(0, SIDE_BY_SIDE);
    if (points.length === 0) return;
    yield withAhead(points, (most) => {
      draw(most);
      return drawn.slice(0, most);
    });
  }
}
