/** The tab Storage. */
export const storageStyles = `
.storage-body { flex: 1; min-height: 0; overflow: auto; padding: 10px 12px 16px; overflow-wrap: anywhere; }
.storage-note { max-width: 70ch; margin-top: 10px !important; }
.confirm { display: flex; flex-wrap: wrap; align-items: center; gap: 5px 8px; }
.stored { width: 100%; max-width: 640px; margin-top: 14px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.stored th, .stored td { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
.stored thead th { color: var(--dim); font-size: 11px; font-weight: 600; background: var(--raised); }
.stored th:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.stored tbody th, .stored tfoot th { font-weight: 400; }
.stored tfoot th { color: var(--dim); }
`;
