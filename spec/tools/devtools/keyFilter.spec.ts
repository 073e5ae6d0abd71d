import {
  countsOf,
  filterKeys,
  filterNames,
  type KeyFilter,
  noFilter,
} from '../../../src/tools/devtools/keys/keyFilter.ts';
import type { KeyReport } from '../../../src/tools/inspect/reports.ts';
import { INACTIVE } from '../../../src/kernel/streams/EndpointState.ts';
import { seededRandom } from '../../support/seededRandom.ts';

const pick = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)];

function randomReport(random: () => number, index: number): KeyReport {
  const name = pick(random, ['getUser', 'getPost', 'getTags']);
  const error = random() < 0.3 ? new Error('down') : undefined;
  const status = pick(random, ['valid', 'stale', 'invalid'] as const);
  const state = { ...INACTIVE, error, fetching: random() < 0.3, status, expiresAt: random() * 99 };
  const observers = Array.from({ length: Math.floor(random() * 3) }, () => {
    return { label: 'Page', isComponent: true, isActive: true };
  });
  const args = [{ id: `${index}` }];
  return {
    key: `${name} ${JSON.stringify(args)}`,
    name,
    args,
    state,
    result: undefined,
    observers,
  };
}

function reportsOf(seed: number): KeyReport[] {
  const random = seededRandom(seed);
  return Array.from({ length: 60 }, (_, index) => randomReport(random, index));
}

const seeds = Array.from({ length: 40 }, (_, seed) => seed);

describe('filterKeys', () => {
  it.each(seeds)('has as many keys for each filter as countsOf says (seed %i)', (seed) => {
    const reports = reportsOf(seed);
    const counts = countsOf(reports);
    for (const name of filterNames) {
      expect(filterKeys(reports, { ...noFilter, on: [name] })).toHaveLength(counts[name]);
    }
    const { valid, stale, invalid, failed } = counts;
    expect(valid + stale + invalid + failed).toBe(reports.length);
  });

  it.each(seeds)('keeps the order, and sorts without losing keys (seed %i)', (seed) => {
    const reports = reportsOf(seed);
    expect(filterKeys(reports, noFilter)).toEqual(reports);
    for (const sort of ['name', 'args', 'status', 'observers'] as const) {
      const up = filterKeys(reports, { ...noFilter, sort });
      expect(new Set(up)).toEqual(new Set(reports));
      const down = filterKeys(reports, { ...noFilter, sort, isDescending: true });
      expect(new Set(down)).toEqual(new Set(reports));
    }
    const names = filterKeys(reports, { ...noFilter, sort: 'name' }).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it('lets keys with one of the statuses and all other filters pass', () => {
    const reports = reportsOf(1);
    const filter: KeyFilter = { ...noFilter, on: ['stale', 'failed', 'observed'] };
    const passed = filterKeys(reports, filter);
    expect(passed).not.toHaveLength(0);
    for (const { observers, state } of passed) {
      expect(state.error !== undefined || state.status === 'stale').toBe(true);
      expect(observers).not.toHaveLength(0);
    }
  });

  it('finds text in the name and in the args, in any case', () => {
    const reports = reportsOf(2);
    const text = (value: string) => filterKeys(reports, { ...noFilter, text: value });
    expect(text(' "57" ').map(({ args }) => args)).toEqual([[{ id: '57' }]]);
    expect(text('GETUSER').every(({ name }) => name === 'getUser')).toBe(true);
    expect(text('nothing like this')).toEqual([]);
  });
});
