// --- change sets
export { changes, type StoredRow } from './changes.ts';
export type { Change, ChangeSet } from './ChangeSet.ts';
export type { OrderedChange, OrderedChangeSet, WindowedChangeSet } from './OrderedChangeSet.ts';
export { fromRows } from './fromRows.ts';

// --- rows of one stream
export { filterChanges, type Predicate } from './filterChanges.ts';
export { mapChanges, type MapOptions } from './mapChanges.ts';
export { aggregateChanges, distinctChanges } from './aggregateChanges.ts';
export { batchChanges, type BatchTiming } from './batchChanges.ts';
export { type Comparator, ComparatorError, sortChanges } from './sortChanges.ts';
export { windowChanges, pageChanges, topChanges, type Page, type Range } from './windowChanges.ts';

// --- groups and numbers
export { groupChanges, type Group } from './groupChanges.ts';
export {
  type Accumulator,
  type Aggregate,
  averageOf,
  type Comparable,
  countOf,
  maxOf,
  minOf,
  ProjectionError,
  sumOf,
} from './aggregates.ts';
export {
  averageChanges,
  countChanges,
  everyChanges,
  maxChanges,
  minChanges,
  someChanges,
  sumChanges,
} from './totals.ts';

// --- several streams
export { exceptChanges, intersectChanges, unionChanges } from './unionChanges.ts';
export {
  joinChanges,
  joinManyChanges,
  type JoinManyOptions,
  type InnerJoin,
  type LeftJoin,
} from './joinChanges.ts';

// --- values
export { asArray } from './asArray.ts';
export { asMap, asRecord, watchKey } from './asMap.ts';
export {
  combineState,
  type CombinedValues,
  type StateSources,
  type ValueStream,
} from './combineState.ts';
export { shareState, type ShareOptions } from './shareState.ts';

// --- errors
export { ChangeSetGapError } from './stage.ts';
