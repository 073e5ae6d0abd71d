/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { StoreStats } from '../../../kernel/store/Store.ts';
import { countOf, formatCount } from '../components/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { Glyph } from './icons.tsx';
import { useSampled } from './useSampled.ts';

/** ms between two counts: the page has the time while the panel is closed. */
const PAUSE = 200;

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
  const { entries, inFlight } = useSampled(session, statsOf, PAUSE);
  useLayoutEffect(() => {
    if (takesFocus) button.current?.focus();
  }, [takesFocus]);
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

function statsOf({ store }: DevtoolsSession): StoreStats {
  return store.stats();
}
