/** The rows of entities, the layers above them, and the editor of a record. */
export const entitiesStyles = `
.entities-columns { grid-template-columns: minmax(60px, 1fr) minmax(0, 5fr) 56px; }
.entities-columns > :nth-child(3) { text-align: right; }
.removed { color: var(--red); text-decoration: line-through; text-decoration-thickness: 1px; }
.root .layers { flex: none; max-height: 40%; overflow: auto; padding: 6px 8px 0; border-bottom: 1px solid var(--line); background: var(--raised); }
.root .layers > li {
  display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; padding: 4px 10px; margin-top: -1px;
  border: 1px solid var(--line); background: var(--bg);
}
.root .layers > li:first-child { border-radius: 6px 6px 0 0; }
.root .layers > .layer { border-left: 3px solid var(--violet); }
.root .layers > .confirmed { border-left: 3px solid var(--green); border-bottom: 0; }
.layers .args { max-width: 40ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.predicted { margin-right: 8px; }
.members > li { display: flex; flex-wrap: wrap; gap: 2px 10px; align-items: baseline; padding: 1px 0; }
.members .member { color: var(--violet); min-width: 9ch; }
.members > li > .tree { min-width: 0; }
.members > .edited, .value-form { width: 100%; }
.root .value-form textarea { display: block; width: 100%; resize: vertical; font-family: var(--mono); font-size: 11.5px; padding: 4px 8px; }
.root .value-form textarea[aria-invalid='true'] { border-color: var(--red); }
`;
