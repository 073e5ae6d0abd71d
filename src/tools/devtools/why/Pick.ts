import { BehaviorSubject } from 'rxjs';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { type Candidate, candidatesOf } from './candidates.ts';
import { labelOf, Picker } from './Picker.ts';

/** What was picked on the page, or is being picked. */
export type PickState =
  | { readonly type: 'none' }
  | { readonly type: 'picking'; readonly label: string | undefined }
  | { readonly type: 'picked'; readonly label: string; readonly candidates: readonly Candidate[] };

/** Picks values on the page for a session. What was picked stays while another tab is shown. */
export class Pick {
  readonly state$ = new BehaviorSubject<PickState>({ type: 'none' });
  readonly #session: DevtoolsSession;
  #picker: Picker | undefined;

  constructor(session: DevtoolsSession) {
    this.#session = session;
  }

  /** Begins; `own`: the element of devtools, which is not picked. */
  start(own: EventTarget): void {
    this.#picker?.cancel();
    this.state$.next({ type: 'picking', label: undefined });
    this.#picker = new Picker(document, (target) => target === own, {
      moved: (element) => this.state$.next({ type: 'picking', label: labelOf(element) }),
      cancelled: () => this.state$.next({ type: 'none' }),
      picked: (element) => this.#picked(element),
    });
  }

  /** Ends without a choice. */
  cancel(): void {
    this.#picker?.cancel();
  }

  #picked(element: Element): void {
    const candidates = candidatesOf(element, this.#session.inspector);
    this.state$.next({ type: 'picked', label: labelOf(element), candidates });
    if (candidates.length > 0) this.choose(candidates[0]);
  }

  /** Explains one of the candidates. */
  choose({ entity, value }: Candidate): void {
    this.#session.open({ tab: 'why', ...(value ? { value } : { entity }) });
  }
}

const picks = new WeakMap<DevtoolsSession, Pick>();

/** The pick of a session. */
export function pickOf(session: DevtoolsSession): Pick {
  let pick = picks.get(session);
  if (!pick) picks.set(session, (pick = new Pick(session)));
  return pick;
}
