/**
 * The public ports of devtools: what a store contains and does, and time travel.
 *
 * @packageDocumentation
 */

export { inspect } from './inspect.ts';
export {
  contentOf,
  type LayerContent,
  layersOf,
  type ResultReport,
  resultsOf,
  type SnapshotContent,
  snapshotOf,
} from './content.ts';
export {
  type FlushReport,
  inspectStorage,
  type StorageContent,
  type StorageInspector,
  type StorageStatus,
  type StoredAmount,
  type StoredRowsReport,
} from './inspectStorage.ts';
export { listStepsOf } from './listStepsOf.ts';
export { originIn } from './originIn.ts';
export type { ListReason, ListStep } from '../../data/schema/collection/listReasons.ts';
export type { Explanation } from './explain.ts';
export type { Inspector } from './Inspector.ts';
export type {
  ContainerReport,
  EntityName,
  EntityReport,
  KeyReport,
  LayerReport,
  ObserverReport,
  Snapshot,
} from './reports.ts';
export type {
  CommitRecord,
  Origin,
  Recording,
  RecordingOptions,
  RequestReason,
  RequestRecord,
  Timeline,
} from './Recording.ts';
