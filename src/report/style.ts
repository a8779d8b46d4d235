/** Style sheet of the simple report pages, for light and dark mode. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fff; --ink: #1b1f24; --faint: #57606a; --rule: #d5dae0; --good: #00694f; --bad: #a33a08; --sheet: #f6f7f9; }
@media (prefers-color-scheme: dark) { :root { --paper: #14171b; --ink: #e8ebee; --faint: #a7b0ba; --rule: #363d46; --good: #4cc9a0; --bad: #ff9a62; --sheet: #1c2026; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 1rem 1.25rem 4rem; }
h2 { margin: 2.5rem 0 0.8rem; padding-bottom: 0.3rem; border-bottom: 1px solid var(--rule); font-size: 1.25rem; }
nav a { margin-right: 0.9rem; }
a { color: inherit; }
.hint, figcaption, caption { color: var(--faint); font-size: 0.88rem; }
.note, .empty { padding: 0.5rem 0.8rem; border: 1px dashed var(--rule); border-radius: 6px; background: var(--sheet); }
.wide { overflow-x: auto; margin: 0.9rem 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: 0.88rem; }
caption { text-align: left; padding-bottom: 0.2rem; }
th, td { padding: 0.15rem 0.6rem; border-bottom: 1px solid var(--rule); text-align: right; white-space: nowrap; }
th:first-child, td.words, .findings th { text-align: left; }
td.words { white-space: normal; min-width: 12rem; }
.holds td:first-child { color: var(--good); text-align: left; }
.no-longer-holds td:first-child { color: var(--bad); text-align: left; }
.not-measured-here td:first-child { color: var(--faint); text-align: left; }
figure { margin: 1rem 0; }
svg { width: 100%; max-width: 860px; height: auto; background: #fff; border: 1px solid var(--rule); border-radius: 6px; }
svg text { font-size: 12px; fill: #3d444c; }
svg .grid { stroke: #e3e7ec; }
svg polyline { fill: none; stroke: currentColor; stroke-width: 1.6; }
svg path { fill: currentColor; }
svg text.name { fill: currentColor; font-weight: 600; }
@media print { nav { display: none; } }
`;
