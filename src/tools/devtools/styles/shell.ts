/** The button in the corner, and the panel around the tabs. */
export const shell = `
.opener {
  position: fixed; right: 12px; bottom: 12px; z-index: 2147483000;
  display: inline-flex; align-items: center; gap: 6px; height: 32px;
}
.root .opener {
  padding: 0 12px 0 9px; border-radius: 16px; background: var(--bg); border: 1px solid var(--line);
  box-shadow: 0 2px 10px var(--shade); font-variant-numeric: tabular-nums; font-weight: 600;
}
.root .opener:hover { background: var(--hover); }
.root .opener:focus-visible { border-radius: 16px; outline-offset: 2px; }
.opener .flow { color: var(--accent); font-weight: 500; }
.glyph { width: 18px; height: 18px; color: var(--accent); flex: none; }
.panel {
  position: fixed; z-index: 2147483000; display: flex; flex-direction: column;
  background: var(--bg); box-shadow: 0 -2px 16px var(--shade);
  container: panel / inline-size; overflow: hidden;
}
.panel.bottom { left: 0; right: 0; bottom: 0; max-height: 100vh; border-top: 1px solid var(--line); }
.panel.right { top: 0; right: 0; bottom: 0; max-width: 100vw; border-left: 1px solid var(--line); }
.grip { position: absolute; z-index: 2; touch-action: none; }
.bottom > .grip { top: -3px; left: 0; right: 0; height: 8px; cursor: ns-resize; }
.right > .grip { left: -3px; top: 0; bottom: 0; width: 8px; cursor: ew-resize; }
.grip:hover, .grip.moving { background: var(--accent); opacity: 0.5; }
.root .grip:focus-visible { background: var(--accent); opacity: 1; outline: none; }
.bar {
  display: flex; align-items: stretch; flex: none; height: 36px; padding: 0 6px 0 10px; gap: 8px;
  background: var(--raised); border-bottom: 1px solid var(--line);
}
.brand { display: flex; align-items: center; gap: 6px; font-weight: 650; }
.tabs { display: flex; align-items: stretch; min-width: 0; overflow-x: auto; scrollbar-width: none; }
.root .tab {
  position: relative; padding: 0 10px; color: var(--dim); white-space: nowrap; font-weight: 500;
}
.root .tab:hover { color: var(--text); }
.root .tab[aria-selected='true'] { color: var(--text); }
.tab[aria-selected='true']::after {
  content: ''; position: absolute; left: 8px; right: 8px; bottom: 0; height: 2px;
  background: var(--accent); border-radius: 2px 2px 0 0;
}
.tools { display: flex; align-items: center; gap: 2px; margin-left: auto; flex: none; }
.banner {
  display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; flex: none; padding: 5px 12px;
  background: light-dark(#fff3d6, #3a2c10); color: light-dark(#5a3a00, #ffd98f);
  border-bottom: 1px solid var(--line);
}
.banner.failed { background: light-dark(#fde8e8, #3b1518); color: light-dark(#8f1d1d, #ffb4b4); }
.body { flex: 1; min-height: 0; display: flex; flex-direction: column; }
.problem { padding: 12px; display: grid; gap: 8px; justify-items: start; }
@container panel (max-width: 560px) {
  .brand { display: none; }
  .bar { padding: 0 2px 0 4px; gap: 2px; }
  .root .tab { padding: 0 7px; }
}
@container panel (max-width: 420px) {
  .root .tab { padding: 0 3px; font-size: 11px; }
  .tools { gap: 0; }
  .root .tools .icon { width: 24px; }
}
@media (max-width: 560px) {
  .root .tools .dock { display: none; }
}
`;
