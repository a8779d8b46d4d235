/** A duration for display, with suitable precision. */
export function durationText(ms: number): string {
  if (ms < 9.95) return `${Math.max(0, ms).toFixed(1)} ms`;
  if (ms < 999.5) return `${ms.toFixed(0)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${(seconds / 3600).toFixed(1)} h`;
}
