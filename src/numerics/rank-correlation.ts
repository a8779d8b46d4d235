/** Spearman's rank correlation: 1 for the same order, −1 for the reverse order; ties have their mean rank. */
export function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  return correlation(ranks(a), ranks(b));
}

function ranks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((x, y) => values[x]! - values[y]!);
  const found = new Array<number>(values.length);
  for (let first = 0; first < order.length; ) {
    let last = first;
    while (last + 1 < order.length && values[order[last + 1]!] === values[order[first]!]) last++;
    for (let at = first; at <= last; at++) found[order[at]!] = (first + last) / 2;
    first = last + 1;
  }
  return found;
}

/** Pearson's correlation; NaN if one of the two is constant. */
function correlation(a: readonly number[], b: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [together, squareA, squareB] = [0, 0, 0];
  a.forEach((value, index) => {
    const [x, y] = [value - meanA, b[index]! - meanB];
    together += x * y;
    squareA += x * x;
    squareB += y * y;
  });
  return together / Math.sqrt(squareA * squareB);
}
