/** Solves small symmetric positive definite systems, as in regularised least squares, by Cholesky factorisation. */

export type Matrix = readonly Float64Array[];

/** The lower triangle L with L·Lᵀ = matrix; null if the matrix is not positive definite. */
function factorised(matrix: Matrix): Float64Array[] | null {
  const lower = matrix.map((row) => new Float64Array(row.length));
  for (let row = 0; row < matrix.length; row++)
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row]![column]!;
      for (let at = 0; at < column; at++) rest -= lower[row]![at]! * lower[column]![at]!;
      if (row !== column) lower[row]![column] = rest / lower[column]![column]!;
      else if (rest > 0) lower[row]![row] = Math.sqrt(rest);
      else return null;
    }
  return lower;
}

/** x with matrix · x = right; null if the matrix is not positive definite. */
export function solved(matrix: Matrix, right: Float64Array): Float64Array | null {
  const lower = factorised(matrix);
  if (lower === null) return null;
  const x = Float64Array.from(right);
  for (let row = 0; row < x.length; row++) {
    for (let at = 0; at < row; at++) x[row]! -= lower[row]![at]! * x[at]!;
    x[row]! /= lower[row]![row]!;
  }
  for (let row = x.length - 1; row >= 0; row--) {
    for (let at = row + 1; at < x.length; at++) x[row]! -= lower[at]![row]! * x[at]!;
    x[row]! /= lower[row]![row]!;
  }
  return x;
}
