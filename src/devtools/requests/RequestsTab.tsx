/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { TabProps } from '../panel/TabProps.ts';
import { useLive } from '../panel/useLive.ts';

/** The tab Requests. */
export function RequestsTab({ session }: TabProps): VNode {
  useLive(session);
  return <p>{session.recording.commits.length}</p>;
}
