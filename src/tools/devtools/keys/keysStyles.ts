/** The list of keys. */
export const keysStyles = `
.keys-columns { grid-template-columns: minmax(90px, 1.3fr) minmax(80px, 1.6fr) minmax(120px, 1.1fr) 66px minmax(0, 1fr); }
.keys-columns .status { display: flex; gap: 10px; }
.keys-columns > :nth-child(4) { text-align: right; }
@container list (max-width: 700px) {
  .keys-columns { grid-template-columns: minmax(80px, 1.3fr) minmax(50px, 1fr) minmax(160px, 1.2fr); }
  .keys-columns > :nth-child(n + 4) { display: none; }
}
`;
