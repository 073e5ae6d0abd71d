/** The tab Why? */
export const whyStyles = `
.why-body { flex: 1; min-height: 0; overflow: auto; padding: 10px 12px 16px; overflow-wrap: anywhere; }
.candidates { display: flex; flex-wrap: wrap; gap: 5px; margin-bottom: 10px !important; }
.root .candidate { padding: 3px 10px; border: 1px solid var(--line); border-radius: 5px; }
.root .candidate:hover { background: var(--hover); }
.root .candidate[aria-pressed='true'] { border-color: var(--accent); background: var(--selected); }
.chain { max-width: 860px; }
.step { position: relative; padding: 10px 0 2px 20px; }
.step::before {
  content: ''; position: absolute; left: 2px; top: 14px; width: 9px; height: 9px; border-radius: 50%;
  border: 2px solid var(--accent); box-sizing: border-box; background: var(--bg); z-index: 1;
}
.step:not(:last-child)::after {
  content: ''; position: absolute; left: 6px; top: 18px; bottom: -10px; width: 1px; background: var(--line);
}
.scroll-x { overflow-x: auto; }
.facts-table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.facts-table th { text-align: left; font-weight: 500; color: var(--dim); padding: 0 14px 2px 0; white-space: nowrap; }
.facts-table td { padding: 0 14px 1px 0; white-space: nowrap; }
.root .rows > .origin { display: block; padding-bottom: 4px; }
`;
