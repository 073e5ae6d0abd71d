/** Stands in the slot of a removed entity; never leaves this folder. Compare with `===`. */
export const TOMBSTONE: object = Object.freeze({});

/** Whether the content of a slot is a record, neither a hole nor a tombstone. */
export function isLive(content: object | undefined): content is object {
  return content !== undefined && content !== TOMBSTONE;
}
