/** The content of a removed entity's slot. Never leaves this folder. Compare with `===`. */
export const TOMBSTONE: object = Object.freeze({});

/** Whether the content of a slot is a record, not a hole or a tombstone. */
export function isLive(content: object | undefined): content is object {
  return content !== undefined && content !== TOMBSTONE;
}
