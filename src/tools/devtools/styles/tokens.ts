/** Colors, fonts and the reset. Nothing of the page's styles reaches the shadow root but inheritance, which `all` ends. */
export const tokens = `
:host {
  all: initial;
  color-scheme: light dark;
}
.root {
  --bg: light-dark(#ffffff, #13171d);
  --raised: light-dark(#f4f6f9, #1a2027);
  --hover: light-dark(#e9eef5, #242c36);
  --selected: light-dark(#dbe9fb, #1d3a5c);
  --line: light-dark(#d7dde5, #2f3945);
  --text: light-dark(#17202b, #e6ebf2);
  --dim: light-dark(#53606f, #a3b0c0);
  --accent: light-dark(#0a5cb8, #7ab8ff);
  --green: light-dark(#0b6b33, #63d391);
  --amber: light-dark(#7d4b00, #f2bb62);
  --red: light-dark(#b0241b, #ff938a);
  --violet: light-dark(#5f35b3, #c0a6ff);
  --shade: light-dark(rgb(23 32 43 / 0.14), rgb(0 0 0 / 0.55));
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  color-scheme: inherit;
  color: var(--text);
  font: 12px/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif;
  text-align: start;
}
.root[data-theme='light'] { color-scheme: light; }
.root[data-theme='dark'] { color-scheme: dark; }
.root *, .root *::before, .root *::after { box-sizing: border-box; }
.root [hidden] { display: none; }
.root h2, .root h3, .root p, .root ul, .root ol, .root dl, .root dd, .root pre { margin: 0; padding: 0; }
.root ul, .root ol { list-style: none; }
.root h2 { font-size: 13px; font-weight: 600; overflow-wrap: anywhere; }
.root h3 { font-size: 11px; font-weight: 600; color: var(--dim); text-transform: uppercase; letter-spacing: 0.04em; }
.root code, .root pre, .mono { font-family: var(--mono); font-size: 11.5px; }
.root button, .root input, .root textarea, .root select {
  margin: 0; font: inherit; color: inherit; letter-spacing: inherit;
}
.root button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
.root :focus-visible { outline: 2px solid var(--accent); outline-offset: -2px; border-radius: 3px; }
.root ::selection { background: var(--selected); }
.dim { color: var(--dim); }
.bad { color: var(--red); }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.root * { scrollbar-width: thin; scrollbar-color: var(--line) transparent; }
@media (prefers-reduced-motion: reduce) {
  .root *, .root *::before, .root *::after { animation: none !important; transition: none !important; }
}
`;
