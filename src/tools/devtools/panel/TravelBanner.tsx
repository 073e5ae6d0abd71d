/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { CommitLink } from '../components/RouteLink.tsx';
import { formatTime } from '../components/format.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { useStateOf } from './useStateOf.ts';

/** Says that the page shows an earlier state, as long as it does. */
export function TravelBanner({ session }: { readonly session: DevtoolsSession }): VNode {
  const { inspector } = session;
  const shown = useStateOf(inspector.shown$);
  return (
    <div role="status">
      {shown && (
        <div class="banner">
          <span>
            The page shows the state of <CommitLink session={session} version={shown.version} />,{' '}
            {formatTime(shown.at)}. Responses are held.
          </span>
          <button type="button" class="button" onClick={() => inspector.showPresent()}>
            Show the present
          </button>
        </div>
      )}
    </div>
  );
}
