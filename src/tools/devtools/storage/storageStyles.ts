/** The tab Storage. */
export const storageStyles = `
.storage-body { flex: 1; min-height: 0; overflow: auto; padding: 10px 12px 16px; overflow-wrap: anywhere; }
.storage-note { max-width: 70ch; margin-top: 10px !important; }
.confirm { display: flex; flex-wrap: wrap; align-items: center; gap: 5px 8px; }
.stored-table { width: 100%; max-width: 640px; margin-top: 14px; border-collapse: collapse; font-variant-numeric: tabular-nums; }
.stored-table th, .stored-table td { padding: 3px 8px; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
.stored-table thead th { color: var(--dim); font-size: 11px; font-weight: 600; background: var(--raised); }
.stored-table th:first-child { text-align: left; white-space: normal; overflow-wrap: anywhere; }
.stored-table tbody th, .stored-table tfoot th { font-weight: 400; }
.stored-table tfoot th { color: var(--dim); }
.outbox { margin-top: 14px; scroll-margin-top: 10px; }
.storage-body > .outbox:first-child { margin-top: 0; }
.outbox > .heading { margin-bottom: 6px; }
.outbox-list { max-width: 900px; }
.outbox-list > li { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; padding: 6px 0; border-top: 1px solid var(--line); }
.outbox-list .outbox-text { flex: 1 1 260px; min-width: 0; }
.outbox-list .actions { margin-top: 0; }
`;
