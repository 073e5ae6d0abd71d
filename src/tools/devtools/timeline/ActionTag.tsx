/** @jsxImportSource preact */
import type { VNode } from 'preact';

/** Groups of types with one look; the text tells them apart. */
const TONES: Readonly<Record<string, string>> = {
  setResponse: 'good',
  hydrate: 'good',
  setError: 'failure',
  rollback: 'failure',
  optimistic: 'guess',
  set: 'write',
  edit: 'write',
  request: 'sent',
};

/** The type of an action. */
export function ActionTag({ type }: { readonly type: string }): VNode {
  return <span class={`tag ${TONES[type] ?? ''}`}>{type}</span>;
}
