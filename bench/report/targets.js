import { contenders } from '../contenders/catalogue.js';
import { stored } from '../stored/catalogue.js';
import { growthExponent } from '../runner/statistics.js';
import { formatBytes, formatRatio, formatTime } from './format.js';

const normalizing = contenders.filter(({ normalizes }) => normalizes).map(({ id }) => id);

/**
 * The targets of the design, each with what was measured. `met` is `undefined` where the run has no number for it: another size,
 * scenario left out, not built yet.
 */
export function judgeTargets(entries) {
  const all = entries.filter(({ status }) => status === 'ok');
  const find = (scenario, n, contender = 'streambed') =>
    all.find((e) => e.scenario === scenario && e.contender === contender && e.n === n);
  const series = (scenario) =>
    all.filter((e) => e.scenario === scenario && e.contender === 'streambed');
  return TARGETS.map((target) => {
    const { scenario, n, text } = target;
    const entry = n === undefined ? undefined : find(scenario, n);
    if (n !== undefined && !entry) return { scenario, n, text, measured: 'not measured' };
    const verdict = target.judge({ entry, find, series: series(scenario) });
    if (!verdict) return { scenario, n, text, measured: 'not measured' };
    const few = entry?.samples < 30 ? `, ${entry.samples} samples` : '';
    return { scenario, n, text, met: verdict.met, measured: verdict.measured + few };
  });
}

/** How long a frame of a screen takes, ms. */
const FRAME = 1_000 / 60;

const TARGETS = [
  timesLimit('A1', 10_000, 2.2),
  {
    scenario: 'A1',
    n: 10_000,
    text: '≥ 2 × faster than the best normalizing peer',
    judge({ entry, find }) {
      const peers = normalizing.map((id) => find('A1', 10_000, id)).filter(Boolean);
      if (peers.length === 0) return undefined;
      const best = peers.reduce((a, b) => (a.value <= b.value ? a : b));
      const times = 1 / timesOther(entry, best);
      return { met: times >= 2, measured: `${formatRatio(times)} × (${best.contender})` };
    },
  },
  timesLimit('A2', 10_000, 2.5),
  timesLimit('A4', 10_000, 2.5),
  fact('A4', 10_000, 'references', 'all kept'),
  fact('A4', 10_000, 'emissions', 0),
  timesLimit('B1', 10_000, 2.5),
  {
    scenario: 'B2',
    text: '≤ 100 ns at every n',
    judge({ series }) {
      if (series.length === 0) return undefined;
      const slowest = Math.max(...series.map(({ value }) => value));
      return { met: slowest <= 100e-6, measured: formatTime(slowest) };
    },
  },
  timesLimit('B3', 10_000, 3),
  atMost('C1', 10_000, 1e-3),
  growthBelow('C1', 0.1),
  timesLimit('C2', 10_000, 3),
  atMost('D1', 10_000, 4e-3),
  growthBelow('D1', 0.3),
  atMost('D2', 10_000, 1e-3),
  growthBelow('D2', 0.1),
  timesPeer('E1', 1_000, 1.1, 'swr'),
  fact('E1', 1_000, 'renders', 1),
  timesLimit('E2', 1_000, 1.2),
  fact('E2', 1_000, 'renders', 1_000),
  timesPeer('E3', 1_000, 1, 'tanstackQuery'),
  fact('E3', 1_000, 'renders', 0),
  timesPeer('E4', 1_000, 1, 'dataClient'),
  atMost('F1', 100_000, 0.4),
  { ...timesLimit('F2', 100_000, 4), text: 'first result ≤ 4 × filter and sort' },
  atMost('F3', 100_000, 0.035),
  bytesAtMost('G2', 10_000, 450, 'beyond rows'),
  bytesAtMost('G3', 10_000, 600),
  // A few bytes are noise of the measurement.
  { ...bytesAtMost('G4', 10_000, 16), text: 'nothing left' },
  bytesBeyondLimit('G5', 1_000, 1_500),
  { ...bytesBeyondLimit('G6', 1_000, 16), text: 'nothing left' },
  bytesAtMost('H1', undefined, 35_500),
  bytesAtMost('H2', undefined, 32_000),
  timesPeer('I1', 100, 1, 'dataClient'),
  timesPeer('I1', 1_000, 1, 'dataClient'),
  timesPeer('I3', 100, 1, 'dataClient'),
  aFrameAfterLimit('J1', 100),
  aFrameAfterLimit('J2', 100),
  timesPeer('J3', 100, 1, 'dataClient'),
  atMost('K1', 10_000, 0.1),
  atMost('K2', 10_000, 0.05),
  timesPeer('L1', 1_000, 1.1, 'swr'),
  timesPeer('L2', 1_000, 1.1, 'swr'),
  timesPeer('M1', 10_000, 1, 'tanstackQuery'),
  { ...atMost('M2', 10_000, 50), text: 'no task longer than 50 ms' },
  timesPeer('N1', 100, 2, 'tanstackQuery'),
  timesLimit('P1', 10_000, 1.5),
  timesSmallest('P1', 1.5),
  {
    scenario: 'P1',
    n: 10_000,
    text: '≤ 0.5 × the best persister of TanStack Query',
    judge({ entry, find }) {
      const persisters = stored.filter(({ contender }) => contender === 'tanstackQuery');
      const ratios = persisters
        .map(({ id }) => find('P1', 10_000, id))
        .filter(Boolean)
        .map((other) => timesOther(entry, other));
      if (ratios.length === 0) return undefined;
      const most = Math.max(...ratios);
      return { met: most <= 0.5, measured: `${formatRatio(most)} ×` };
    },
  },
  timesLimit('P2', 10_000, 1.2),
  {
    scenario: 'P4',
    n: 10_000,
    text: '≤ 1.05 × a commit that is not stored',
    judge({ entry }) {
      const ratio = entry.facts['× not stored'];
      return { met: ratio <= 1.05, measured: `${formatRatio(ratio)} ×` };
    },
  },
  atMost('P5', 10_000, 20),
  timesLimit('P6', 10_000, 2),
  timesSmallest('P6', 2),
  atMost('P7', 1_000, 0.1),
  atMost('P8', 1_000, 150),
  {
    scenario: 'P9',
    n: 1_000,
    text: '≤ 2 × a commit without them',
    judge({ entry }) {
      const ratio = entry.facts['× none queued'];
      return { met: ratio <= 2, measured: `${formatRatio(ratio)} ×` };
    },
  },
];

function bytesBeyondLimit(scenario, n, most) {
  return {
    scenario,
    n,
    text: `≤ ${formatBytes(most)} more than the limit`,
    judge({ entry, find }) {
      const limit = find(scenario, n, 'limit');
      if (!limit) return undefined;
      const more = entry.value - limit.value;
      return { met: more <= most, measured: formatBytes(more) };
    },
  };
}

function aFrameAfterLimit(scenario, n) {
  return {
    scenario,
    n,
    text: '≤ a frame more than the limit',
    judge({ entry }) {
      const more = entry.value - entry.limit;
      return { met: more <= FRAME, measured: `${formatTime(Math.max(more, 0))} more` };
    },
  };
}

/** `peer` is the id of the contender, or of its app. */
function timesPeer(scenario, n, most, peer) {
  return {
    scenario,
    n,
    text: `≤ ${most} × ${peer}`,
    judge({ entry, find }) {
      const other = find(scenario, n, peer);
      if (!other) return undefined;
      const ratio = timesOther(entry, other);
      return { met: ratio <= most, measured: `${formatRatio(ratio)} ×` };
    },
  };
}

/**
 * How many times the time of another contender: as they were measured by turns, or else both through the limit, which took turns with each
 * of them.
 */
function timesOther(entry, other) {
  if (other.streambed) return other.streambed / other.value;
  const slowdown = entry.limit && other.limit ? entry.limit / other.limit : 1;
  return entry.value / other.value / slowdown;
}

function timesLimit(scenario, n, most) {
  return {
    scenario,
    n,
    text: `≤ ${most} × limit`,
    judge({ entry }) {
      const ratio = entry.value / entry.limit;
      return { met: ratio <= most, measured: `${formatRatio(ratio)} ×` };
    },
  };
}

function atMost(scenario, n, ms) {
  return {
    scenario,
    n,
    text: `≤ ${formatTime(ms)}`,
    judge: ({ entry }) => ({ met: entry.value <= ms, measured: formatTime(entry.value) }),
  };
}

/** The time at 100,000 rows, as a multiple of that at 1,000. */
function timesSmallest(scenario, most) {
  return {
    scenario,
    text: `at 100,000 rows ≤ ${most} × at 1,000`,
    judge({ series }) {
      const at = (n) => series.find((entry) => entry.n === n);
      const [small, large] = [at(1_000), at(100_000)];
      if (!small || !large) return undefined;
      const ratio = large.value / small.value;
      return { met: ratio <= most, measured: `${formatRatio(ratio)} ×` };
    },
  };
}

function growthBelow(scenario, most) {
  return {
    scenario,
    text: `growth exponent < ${most}`,
    judge({ series }) {
      // Small data fits into caches: growth below 10,000 says nothing about growth above.
      const points = series.map(({ n, value }) => [n, value]);
      const largest = Math.max(...points.map(([n]) => n));
      if (points.length < 2 || largest < 10_000) return undefined;
      const exponent = growthExponent(points);
      return { met: exponent < most, measured: exponent.toFixed(2) };
    },
  };
}

function fact(scenario, n, name, wanted) {
  return {
    scenario,
    n,
    text: `${name}: ${wanted}`,
    judge: ({ entry }) => ({
      met: entry.facts[name] === wanted,
      measured: String(entry.facts[name]),
    }),
  };
}

function bytesAtMost(scenario, n, most, of) {
  return {
    scenario,
    n,
    text: `≤ ${formatBytes(most)}${of ? ` ${of}` : ''}`,
    judge({ entry, series }) {
      const found = entry ?? series[0];
      if (!found) return undefined;
      const bytes = of ? found.facts[of] : found.value;
      return { met: bytes <= most, measured: formatBytes(bytes) };
    },
  };
}
