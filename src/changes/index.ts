// --- change sets
export { changes } from './changes.ts';
export type { StoredRow } from './StoredRow.ts';
export type { Change, ChangeSet } from './ChangeSet.ts';
export type { OrderedChange, OrderedChangeSet } from './OrderedChangeSet.ts';
export type { WindowedChangeSet } from './WindowedChangeSet.ts';
export { fromRows } from './fromRows.ts';

// --- rows of one stream
export { filterChanges } from './filterChanges.ts';
export { mapChanges, type MapOptions } from './mapChanges.ts';
export { distinctChanges } from './distinctChanges.ts';
export { batchChanges, type BatchTiming } from './batchChanges.ts';
export { sortChanges } from './sortChanges.ts';
export { windowChanges } from './windowChanges.ts';
export { type Page, pageChanges } from './pageChanges.ts';
export { topChanges } from './topChanges.ts';
export type { Comparator } from './Comparator.ts';
export type { Predicate } from './Predicate.ts';
export type { Range } from './Range.ts';

// --- groups and numbers
export { groupChanges } from './groupChanges.ts';
export { aggregateChanges } from './aggregateChanges.ts';
export { averageOf } from './averageOf.ts';
export { countOf } from './countOf.ts';
export { maxOf } from './maxOf.ts';
export { minOf } from './minOf.ts';
export { sumOf } from './sumOf.ts';
export { averageChanges } from './averageChanges.ts';
export { countChanges } from './countChanges.ts';
export { everyChanges } from './everyChanges.ts';
export { maxChanges } from './maxChanges.ts';
export { minChanges } from './minChanges.ts';
export { someChanges } from './someChanges.ts';
export { sumChanges } from './sumChanges.ts';
export type { Accumulator, Aggregate } from './Aggregate.ts';
export type { Comparable } from './Comparable.ts';
export type { Group } from './Group.ts';

// --- several streams
export { exceptChanges } from './exceptChanges.ts';
export { intersectChanges } from './intersectChanges.ts';
export { type InnerJoin, joinChanges, type LeftJoin } from './joinChanges.ts';
export { joinManyChanges, type JoinManyOptions } from './joinManyChanges.ts';
export { unionChanges } from './unionChanges.ts';

// --- values
export { asArray } from './asArray.ts';
export { asMap } from './asMap.ts';
export { asRecord } from './asRecord.ts';
export {
  type CombinedValues,
  combineState,
  type StateSources,
  type ValueStream,
} from './combineState.ts';
export { type ShareOptions, shareState } from './shareState.ts';
export { watchKey } from './watchKey.ts';

// --- errors
export { ChangeSetGapError } from './ChangeSetGapError.ts';
export { ComparatorError } from './ComparatorError.ts';
export { ProjectionError } from './ProjectionError.ts';
