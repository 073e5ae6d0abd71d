/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { LayerReport } from '../../inspect/reports.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import { useSampled } from '../panel/useSampled.ts';
import { formatTime, shortText } from '../components/format.ts';
import { EntityLink, RequestLink } from '../components/RouteLink.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** How many entities of a layer are listed. */
const MAX_ROWS = 8;

/**
 * The optimistic layers, the topmost first. They lie above the confirmed entities. The store knows
 * those of the present only.
 */
export function Layers({ session }: { readonly session: DevtoolsSession }): VNode | null {
  const layers = useSampled(session, layersOf);
  const isEarlier = useStateOf(session.inspector.shown$) !== undefined;
  if (layers.length === 0 || isEarlier) return null;
  return (
    <ol class="layers" aria-label="Optimistic layers">
      {layers.map((layer) => (
        <Layer key={layer.seq} session={session} layer={layer} />
      ))}
      <li class="confirmed dim">Confirmed entities</li>
    </ol>
  );
}

function layersOf({ inspector }: DevtoolsSession): readonly LayerReport[] {
  // The topmost is the latest.
  return [...inspector.layers()].sort((a, b) => b.seq - a.seq);
}

function Layer({
  session,
  layer: { args, at, name, rows, seq },
}: {
  readonly session: DevtoolsSession;
  readonly layer: LayerReport;
}): VNode {
  const request = session.recording.requests.find((other) => other.seq === seq);
  return (
    <li class="layer">
      <span class="badge optimistic">{name}</span>
      <span class="mono args">{shortText(args)}</span>
      <span class="dim">{formatTime(at)}</span>
      {request && <RequestLink session={session} id={request.id} />}
      <span>
        {rows.slice(0, MAX_ROWS).map(({ entityKey, pk, record }) => (
          <span key={`${entityKey}\0${pk}`} class="predicted">
            {!record && <span class="dim">removes </span>}
            <EntityLink session={session} of={{ entityKey, pk }} />
          </span>
        ))}
        {rows.length > MAX_ROWS && <span class="dim">and {rows.length - MAX_ROWS} more</span>}
      </span>
    </li>
  );
}
