/**
 * Change sets: views of many rows, each update of which costs as much as what changed.
 *
 * @packageDocumentation
 */

// --- change sets
export { changes, type StoredRow } from './changes.ts';
export type { Change, ChangeSet } from './ChangeSet.ts';
export type { OrderedChange, OrderedChangeSet, WindowedChangeSet } from './OrderedChangeSet.ts';
export { fromRows } from './fromRows.ts';

// --- rows of one stream
export { filterChanges, mapChanges, type MapOptions, type Predicate } from './eachRow.ts';
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
} from './aggregateChanges.ts';

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
export { asArray, asMap, asRecord, watchKey } from './materialize.ts';
export {
  combineState,
  type CombinedValues,
  shareState,
  type ShareOptions,
  type StateSources,
  type ValueStream,
} from './stateStreams.ts';

// --- errors
export { ChangeSetGapError } from './stage.ts';
