export type { Change, ChangeSet } from '../store/ChangeSet.ts';
export { ChangeSetGapError } from './ChangeSetGapError.ts';
