import { BehaviorSubject } from 'rxjs';
import type { Inspector } from '../../inspect/Inspector.ts';
import type { Recording } from '../../inspect/Recording.ts';
import type { Store } from '../../../kernel/store/Store.ts';
import type { Redact } from '../redact.ts';
import type { ImportedSession } from '../sessionFile/importSession.ts';
import { recordingOf } from './recordingOf.ts';
import type { Route, TabName } from './Route.ts';

/** How many routes {@link DevtoolsSession.back} can go back. */
const MAX_TRAIL = 50;

/** A store that devtools watch, and what the panel shows of it. One per store. */
export class DevtoolsSession {
  readonly store: Store;
  readonly inspector: Inspector;
  readonly recording: Recording;
  /** What exports of the panel hide. */
  readonly redact: Redact | undefined;
  /** The session of a file, which the panel shows in place of this one. */
  readonly imported$ = new BehaviorSubject<DevtoolsSession | undefined>(undefined);
  /** Whether this session is that of a file: its recording does not change. */
  readonly isImported: boolean;
  /** What the panel shows, or shows when it is opened. */
  readonly route$ = new BehaviorSubject<Route>({ tab: 'keys' });
  /** Whether the panel is open. */
  readonly isOpen$ = new BehaviorSubject(false);
  /** Whether the store was disposed, or the plugin has ended. */
  readonly isEnded$ = new BehaviorSubject(false);
  /** The routes before the one that is shown. */
  readonly #trail: Route[] = [];
  /** The route that each tab showed last. */
  readonly #latest = new Map<TabName, Route>();
  /** What tabs keep while another one is shown, by name. */
  readonly kept = new Map<string, unknown>();

  constructor(
    store: Store,
    inspector: Inspector,
    recording: Recording,
    redact?: Redact,
    isImported = false,
  ) {
    this.store = store;
    this.inspector = inspector;
    this.recording = recording;
    this.redact = redact;
    this.isImported = isImported;
    recording.changed$.subscribe({ complete: () => this.end() });
  }

  get isEnded(): boolean {
    return this.isEnded$.value;
  }

  /** Shows a route in the panel, and opens the panel. */
  readonly open = (route: Route): void => {
    this.#trail.push(this.route$.value);
    if (this.#trail.length > MAX_TRAIL) this.#trail.shift();
    this.replace(route);
    this.isOpen$.next(true);
  };

  /** Shows a tab with what was selected in it last. */
  readonly openTab = (tab: TabName): void => {
    if (tab !== this.route$.value.tab) this.open(this.#latest.get(tab) ?? { tab });
  };

  /** Shows a route in place of the present one, to which {@link back} does not go back. */
  readonly replace = (route: Route): void => {
    this.#latest.set(route.tab, route);
    this.route$.next(route);
  };

  /** Whether there is a route to go back to. */
  get canGoBack(): boolean {
    return this.#trail.length > 0;
  }

  /** Shows the route before. */
  readonly back = (): void => {
    const before = this.#trail.pop();
    if (before) this.replace(before);
  };

  /** Shows a session of a file in the panel, and its snapshots on the page. */
  readonly showImported = (imported: ImportedSession): void => {
    const recording = recordingOf(imported);
    const session = new DevtoolsSession(this.store, this.inspector, recording, this.redact, true);
    session.route$.next({ tab: 'timeline' });
    this.imported$.next(session);
  };

  /** Shows this session in the panel again, and the present on the page. */
  readonly leaveImported = (): void => {
    this.inspector.showPresent();
    this.imported$.next(undefined);
  };

  /** Ends the recording, and removes the panel. */
  end(): void {
    if (this.isEnded) return;
    this.isEnded$.next(true);
    this.recording.stop();
  }
}
