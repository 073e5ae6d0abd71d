/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { countOf, formatCount } from '../parts/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { Glyph } from './icons.tsx';
import { useLive } from './useLive.ts';

/** The button in the corner: how many keys the store has, and how many requests are in flight. */
export function Opener({
  session,
  takesFocus,
  onOpen,
}: {
  readonly session: DevtoolsSession;
  /** Whether the panel was closed with the focus in it. */
  readonly takesFocus: boolean;
  readonly onOpen: () => void;
}): VNode {
  const button = useRef<HTMLButtonElement>(null);
  useLive(session);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
  const { entries, inFlight } = session.store.stats();
  const inWords = `${countOf(entries, 'key')}, ${countOf(inFlight, 'request')} in flight`;
  return (
    <button
      ref={button}
      type="button"
      class="opener"
      title={`Streambed devtools: ${inWords}`}
      onClick={onOpen}
    >
      <Glyph />
      <span class="visually-hidden">Streambed devtools: </span>
      {formatCount(entries)}
      <span class="visually-hidden"> {entries === 1 ? 'key' : 'keys'}</span>
      {inFlight > 0 && (
        <span class="flow">
          <span aria-hidden="true">↑</span>
          <span class="visually-hidden">, in flight: </span>
          {formatCount(inFlight)}
        </span>
      )}
    </button>
  );
}
