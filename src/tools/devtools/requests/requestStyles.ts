/** The tab Requests. Each outcome has a color, a pattern and a sign. */
export const requestStyles = `
.request-columns { grid-template-columns: minmax(120px, 0.8fr) 104px 58px minmax(140px, 1.6fr); }
.request-columns.narrow { grid-template-columns: minmax(0, 1fr); }
.outcome { white-space: nowrap; color: var(--dim); }
.outcome.stored { color: var(--green); }
.outcome.failed, .outcome.retried { color: var(--red); }
.outcome.pending, .outcome.open { color: var(--accent); }
.outcome.discarded { color: var(--amber); }
.outcome.held { color: var(--violet); }
.overlap { color: var(--amber); font-weight: 700; }
.axis { position: relative; height: 100%; align-self: stretch; }
.tick {
  position: absolute; top: 0; bottom: 0; padding-left: 3px; border-left: 1px solid var(--line);
  font-weight: 400; line-height: 26px;
}
.track { display: block; position: relative; height: 18px; }
.two-lines > .track { height: 16px; }
.track.related { box-shadow: inset 0 -2px var(--amber); }
.part {
  --bar: var(--dim);
  position: absolute; top: 1px; bottom: 1px; min-width: 3px; border-radius: 3px; overflow: hidden;
  border: 1px solid var(--bar); color: var(--text); font-size: 10px; line-height: 14px; padding-left: 2px;
  background-color: color-mix(in srgb, var(--bar) 22%, var(--bg));
}
.part.stored { --bar: var(--green); }
.part.pending { --bar: var(--accent); border-style: dashed; background-image: repeating-linear-gradient(90deg, transparent 0 6px, color-mix(in srgb, var(--bar) 30%, transparent) 6px 12px); }
.part.open { --bar: var(--accent); background-image: radial-gradient(circle, color-mix(in srgb, var(--bar) 70%, transparent) 1.5px, transparent 2px); background-size: 8px 100%; }
.part.discarded { --bar: var(--amber); background-color: var(--bg); background-image: repeating-linear-gradient(-45deg, transparent 0 4px, color-mix(in srgb, var(--bar) 45%, transparent) 4px 6px); }
.part.failed { --bar: var(--red); background-image: repeating-linear-gradient(45deg, transparent 0 5px, color-mix(in srgb, var(--bar) 35%, transparent) 5px 10px); }
.part.retried { --bar: var(--red); border-style: dotted; background-color: var(--bg); background-image: repeating-linear-gradient(45deg, transparent 0 7px, color-mix(in srgb, var(--bar) 30%, transparent) 7px 9px); }
.part.aborted { --bar: var(--dim); border-style: dotted; background-color: transparent; }
.part.held { --bar: var(--violet); border-style: dashed; background-image: repeating-linear-gradient(0deg, transparent 0 3px, color-mix(in srgb, var(--bar) 40%, transparent) 3px 5px); }
.overview {
  position: relative; flex: none; height: 34px; border-bottom: 1px solid var(--line); background: var(--raised);
  cursor: crosshair; touch-action: none; user-select: none;
}
.overview svg { position: absolute; inset: 3px 0; width: 100%; height: calc(100% - 6px); }
.overview rect { fill: var(--accent); }
.overview rect.stored { fill: var(--green); }
.overview rect.failed, .overview rect.aborted { fill: var(--red); }
.overview rect.discarded { fill: var(--amber); }
.outside { position: absolute; top: 0; bottom: 0; background: var(--shade); pointer-events: none; }
.root .conflicts > li { display: block; }
@container panel (max-width: 640px) {
  .tab-frame:has(> .split.has-details) > .overview { display: none; }
}
`;
