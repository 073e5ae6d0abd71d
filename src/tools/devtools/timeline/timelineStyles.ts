/** The tab Timeline, and what it shares with Requests. */
export const timelineStyles = `
.tab-frame { flex: 1; min-height: 0; min-width: 0; display: flex; flex-direction: column; }
.spring { flex: 1; }
.together { display: inline-flex; align-items: center; gap: 3px; }
.transport { padding-top: 4px; padding-bottom: 4px; background: var(--raised); }
.tag.good { color: var(--green); }
.tag.failure { color: var(--red); }
.tag.guess { color: var(--violet); }
.tag.write { color: var(--amber); }
.tag.sent { color: var(--accent); }
.timeline-columns { grid-template-columns: 16px 84px minmax(0, 1.5fr) minmax(0, 1fr) minmax(0, 1fr); }
.timeline-columns.narrow { grid-template-columns: 16px minmax(0, 1fr); }
.change { margin-right: 8px; font-variant-numeric: tabular-nums; }
.sign-added { color: var(--green); font-weight: 600; }
.sign-updated { color: var(--amber); font-weight: 600; }
.sign-removed { color: var(--red); font-weight: 600; }
.two-lines { display: grid; gap: 1px; }
.two-lines > .line { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.sign { display: inline-block; width: 14px; text-align: center; }
.sign.shown { color: var(--amber); }
.sign.held { color: var(--dim); }
.grid-row:has(.sign.shown) { background: light-dark(#fff3d6, #3a2c10); box-shadow: inset 3px 0 var(--amber); }
.grid-row:has(.sign.later) { box-shadow: inset 3px 0 var(--line); }
.grid-row:has(.sign.held) { background: repeating-linear-gradient(-45deg, transparent 0 6px, var(--raised) 6px 12px); }
.grid-row[aria-selected='true']:has(.sign.held) { background-color: var(--selected); }
.action { padding: 2px 0 4px; }
.action > .rows { padding-left: 12px; }
.payload { display: flex; gap: 8px; padding-left: 12px; }
.payload > .tree { min-width: 0; flex: 1; }
.changes > li { padding: 2px 0 6px; }
.changes .tree { padding-left: 14px; }
.difference { border-collapse: collapse; margin: 2px 0 0 14px; font: 11.5px/1.6 var(--mono); overflow-wrap: anywhere; }
.difference th { font-weight: 400; text-align: left; color: var(--violet); padding: 0 10px 0 0; vertical-align: top; }
.difference td { padding: 0 10px 0 0; vertical-align: top; }
.difference del { color: var(--red); text-decoration-thickness: 1px; }
.difference ins { color: var(--green); text-decoration: none; }
.difference td:last-child::before { content: '→ '; color: var(--dim); }
@container panel (max-width: 640px) {
  .wide-only { display: none; }
  .tab-frame:has(> .split.has-details) > .toolbar:not(.transport) { display: none; }
}
`;
