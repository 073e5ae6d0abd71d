import type { DenormalizeDelegate } from '../Schema.ts';
import type { ChangedMember, ChangeEffect } from './collectionFilter.ts';
import type { MergeRefs } from './CollectionMerge.ts';
import type { CreateFilter } from './CollectionOptions.ts';
import type { CollectionInner, CollectionRow } from './CollectionRow.ts';
import type { ListIdentity } from './listIdentity.ts';
import type { RuledRecord } from './ListRules.ts';

/** What a change does and how it puts members into a list. */
export interface ChangeRules {
  readonly effect: ChangeEffect;
  /** Changes with the same name put members in the same position, for example `push`. */
  readonly name?: string | undefined;
  readonly merge: MergeRefs;
  /** True: only maps support the change. False: only lists do. */
  readonly forMaps?: boolean | undefined;
  /** Makes the filter that chooses lists. Default: that of the collection. */
  readonly createFilter?: CreateFilter | undefined;
}

/** A `Collection`, as the schemas of its changes, its pages and its number see it. */
export interface ListSchema {
  /** The entity key of the rows of the lists. */
  readonly key: string;
  readonly schema: unknown;
  /** @internal */
  readonly inner: CollectionInner;
  /** @internal */
  readonly row: CollectionRow;
  /** @internal */
  readonly isMap: boolean;
  /** @internal The member of a list's record that has its rules. */
  readonly ruled: Omit<RuledRecord, 'args'>;
  /** @internal */
  identity(
    args: readonly unknown[],
    key: string | undefined,
    owner: object | undefined,
  ): ListIdentity;
  /** @internal Whether a changed member belongs in a list; `undefined` if the change does not say. */
  belongs(
    list: RuledRecord,
    rules: ChangeRules,
    member: ChangedMember,
    args: readonly unknown[],
  ): boolean | undefined;
  denormalize(stored: unknown, delegate: DenormalizeDelegate): unknown;
}
