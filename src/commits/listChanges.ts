import type { ListChange } from '../schema/Schema.ts';
import type { StateSlot } from '../table/StateSlot.ts';

/** Changes of lists that responses to earlier requests may lack, in their order. */
export const LIST_CHANGES: StateSlot<
  readonly { readonly key: string; readonly seq: number; readonly change: ListChange }[]
> = { initial: [] };
