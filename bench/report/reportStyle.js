/** The style of the page; light or dark as the reader's system is. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --text: #1d2330; --faint: #667085; --line: #e3e7ee; --page: #ffffff;
  --limit: #98a2b3; --us: #0b76d1; --peer: #d9a25f; --good: #1a7f4b; --bad: #b42318;
}
@media (prefers-color-scheme: dark) {
  :root {
    --text: #e6e9ef; --faint: #98a2b3; --line: #2b3240; --page: #12161d;
    --limit: #667085; --us: #4aa8f5; --peer: #a87b45; --good: #4fc98a; --bad: #f97066;
  }
}
body { margin: 2rem auto; max-width: 74rem; padding: 0 1rem; background: var(--page); color: var(--text);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 2.5rem 0 0.25rem; } p { margin: 0.25rem 0 0.75rem; }
a { color: var(--us); }
.versions, .size, .remarks { color: var(--faint); font-size: 0.85rem; }
.warning { color: var(--bad); font-weight: 600; }
.key { display: inline-block; width: 0.8em; height: 0.8em; border-radius: 2px; margin-left: 0.75em; }
.key.limit { background: var(--limit); } .key.us { background: var(--us); } .key.peer { background: var(--peer); }
.charts { display: flex; flex-wrap: wrap; gap: 1.5rem; align-items: flex-start; }
.charts > div { flex: 1 1 34rem; max-width: 48rem; } svg { width: 100%; height: auto; } svg.growth { flex: 1 1 18rem; max-width: 24rem; }
svg text { font: 12px system-ui, sans-serif; fill: var(--text); } svg text.value { fill: var(--faint); }
svg .grid { stroke: var(--line); }
rect.limit { fill: var(--limit); } rect.us { fill: var(--us); } rect.peer { fill: var(--peer); }
polyline { fill: none; stroke-width: 1.5; } polyline.limit { stroke: var(--limit); stroke-dasharray: 4 3; }
polyline.us { stroke: var(--us); stroke-width: 3; } polyline.peer { stroke: var(--peer); }
table { border-collapse: collapse; font-size: 0.85rem; font-variant-numeric: tabular-nums; }
th, td { padding: 0.2rem 0.6rem; border-bottom: 1px solid var(--line); text-align: left; font-weight: 400; }
thead th { color: var(--faint); } .numbers td { text-align: right; white-space: nowrap; }
.numbers td.remarks { text-align: left; white-space: normal; }
details { overflow-x: auto; } summary { cursor: pointer; color: var(--faint); }
tr.met td:last-child { color: var(--good); } tr.not-met td:last-child { color: var(--bad); font-weight: 600; }
`;
