/** What several tabs have. */
export const components = `
.root .button {
  display: inline-flex; align-items: center; gap: 5px; min-height: 24px; padding: 1px 9px; border-radius: 5px;
  background: var(--bg); border: 1px solid var(--line); white-space: nowrap;
}
.root .button:hover:not(:disabled) { background: var(--hover); }
.root .button:disabled { color: var(--dim); cursor: default; opacity: 0.65; }
.root .button.primary { background: var(--accent); border-color: var(--accent); color: var(--bg); font-weight: 600; }
.root .button.danger { color: var(--red); }
.root .icon {
  display: inline-grid; place-items: center; width: 28px; height: 28px; border-radius: 5px; color: var(--dim);
}
.root .icon:hover:not(:disabled) { background: var(--hover); color: var(--text); }
.root .icon:disabled { opacity: 0.35; cursor: default; }
.icon svg { width: 16px; height: 16px; }
.root .link {
  color: var(--accent); text-decoration: underline; text-decoration-thickness: 1px; text-underline-offset: 2px;
  overflow-wrap: anywhere;
}
.root .link:hover { text-decoration-thickness: 2px; }
.root .link.mono { font-family: var(--mono); font-size: 11.5px; }
.toolbar {
  display: flex; flex-wrap: wrap; align-items: center; gap: 5px; flex: none; padding: 6px 8px;
  border-bottom: 1px solid var(--line);
}
.root .field {
  min-height: 24px; padding: 1px 8px; border-radius: 5px; border: 1px solid var(--line); background: var(--bg);
  min-width: 0;
}
.root .field::placeholder { color: var(--dim); opacity: 1; }
.root .search { flex: 1 1 150px; max-width: 340px; }
.root .chip {
  min-height: 24px; padding: 0 8px; border-radius: 12px; border: 1px solid var(--line); color: var(--dim);
  font-variant-numeric: tabular-nums;
}
.root .chip:hover { background: var(--hover); }
.root .chip[aria-pressed='true'] { background: var(--selected); border-color: var(--accent); color: var(--text); }
.split { flex: 1; min-height: 0; display: flex; }
.split > .list { flex: 1 1 0; min-width: 0; display: flex; flex-direction: column; container: list / inline-size; }
.split > .details {
  flex: 1 1 0; min-width: 0; max-width: 640px; overflow: auto; border-left: 1px solid var(--line); padding: 10px 12px 16px;
  overflow-wrap: anywhere;
}
.root .details .to-list { display: none; margin-bottom: 8px; }
@container panel (max-width: 640px) {
  .split.has-details > .list { display: none; }
  .split > .details { border-left: 0; max-width: none; }
  .root .details .to-list { display: inline-flex; }
}
.details > section { margin-top: 14px; }
.details > section > h3 { margin-bottom: 4px; }
.heading { display: flex; flex-wrap: wrap; align-items: center; gap: 6px 10px; }
.actions { display: flex; flex-wrap: wrap; gap: 5px; margin-top: 8px; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; }
.facts dt { color: var(--dim); }
.facts dd { min-width: 0; font-variant-numeric: tabular-nums; }
.rows > li { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: baseline; padding: 1px 0; }
.empty { padding: 20px 16px; color: var(--dim); text-align: center; }
.badge {
  display: inline-flex; align-items: center; gap: 5px; color: var(--dim); white-space: nowrap;
  font-variant-numeric: tabular-nums;
}
.badge::before { content: ''; width: 8px; height: 8px; border-radius: 50%; background: currentColor; flex: none; }
.badge.valid, .badge.stored { color: var(--green); }
.badge.stale { color: var(--amber); }
.badge.invalid { color: var(--dim); }
.badge.invalid::before { background: none; border: 1.5px solid currentColor; }
.badge.failed { color: var(--red); }
.badge.failed::before { border-radius: 1px; transform: rotate(45deg); }
.badge.fetching, .badge.pending, .badge.open { color: var(--accent); }
.badge.optimistic { color: var(--violet); }
.tag { padding: 0 6px; border-radius: 4px; background: var(--raised); border: 1px solid var(--line); color: var(--dim); font-size: 11px; }
.grid { flex: 1; min-height: 0; overflow: auto; position: relative; contain: strict; overflow-anchor: none; }
.grid-head, .grid-row { display: grid; align-items: center; gap: 8px; padding: 0 10px; width: 100%; }
.grid-head {
  position: sticky; top: 0; z-index: 1; height: 26px; background: var(--raised); border-bottom: 1px solid var(--line);
  color: var(--dim); font-size: 11px; font-weight: 600;
}
.grid-head > *, .grid-row > * { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.root .grid-head button { width: 100%; font-weight: inherit; }
.root .grid-head button:hover { color: var(--text); }
.grid-space { position: relative; }
.grid-row { position: absolute; left: 0; cursor: pointer; border-bottom: 1px solid light-dark(#eef1f5, #1d232b); }
.grid-row:hover { background: var(--raised); }
.grid-row[aria-selected='true'] { background: var(--selected); }
.grid:focus-visible .grid-row.active { box-shadow: inset 2px 0 var(--accent); }
.number { text-align: right; font-variant-numeric: tabular-nums; }
.tree { font-family: var(--mono); font-size: 11.5px; line-height: 1.6; }
.tree ul { padding-left: 14px; }
.tree li { overflow-wrap: anywhere; }
.root .tree .fold { color: var(--dim); width: 14px; margin-left: -2px; flex: none; font-size: 9px; }
.tree .member { color: var(--violet); }
.tree .string { color: var(--green); }
.tree .number-value, .tree .boolean { color: var(--accent); }
.tree .nothing, .tree .preview { color: var(--dim); }
.root .tree .why { margin-left: 6px; font-size: 10.5px; opacity: 0; }
.root .tree li:hover > .line .why, .root .tree .why:focus-visible { opacity: 1; }
@media (hover: none) { .root .tree .why { opacity: 1; } }
`;
