import type { Subscription } from 'rxjs';
import type { StoreInternals } from '../../kernel/store/StoreInternals.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { pageEvents } from '../../shared/web/pageSignals.ts';
import type { Channel, OpenChannel } from './Channel.ts';
import { sessionOf, type StoreSession } from './StoreSession.ts';

/** The format of the messages of this version of the library. */
const FORMAT = 1;

/** A message of another tab. Any script of the origin may have posted it. */
export interface TabMessage {
  /** The tab that has posted it. */
  readonly tab: string;
  /** Counts the messages of that tab, from 1. */
  readonly n: number;
  readonly type: string;
  readonly [member: string]: unknown;
}

/** The tab, as the link knows it. */
export interface LinkedTab {
  /** Reads a message of the session, and returns what to do then. Throws if it has another shape. */
  read(message: TabMessage): () => void;
  /** The user leaves the page. It may post a last message. */
  left(): void;
  /** The page is back, and has missed messages. */
  returned(): void;
}

/** The type of the message of a log-out. */
const LOG_OUT = 'logOut';

/**
 * The messages between a store and those of other tabs with its name and version. A page in the
 * back-forward cache has no connection: browsers would not keep it there.
 */
export class TabLink {
  /** Identifies the tab. */
  readonly tab: string;
  readonly #internals: StoreInternals;
  readonly #connect: () => OpenChannel;
  readonly #version: number | string;
  readonly #subscription: Subscription;
  readonly #reported = new Set<string>();
  #channel: OpenChannel | undefined;
  #count = 0;

  constructor(
    internals: StoreInternals,
    channel: Channel,
    { name, version }: { readonly name: string; readonly version: number | string },
    tab: LinkedTab,
  ) {
    const { random, scheduler } = internals.options;
    this.tab = `${random()}`.slice(2);
    this.#internals = internals;
    this.#version = version;
    const receive = (message: unknown): void => {
      let take: (() => void) | undefined;
      try {
        take = this.#admits(message) ? tab.read(message) : undefined;
      } catch {
        // Any script of the origin may post anything.
      }
      try {
        take?.();
      } catch (error) {
        internals.report(error, '');
      }
    };
    this.#connect = () => channel.open(name, receive, scheduler);
    this.#channel = this.#connect();
    this.#subscription = pageEvents('pagehide', 'pageshow').subscribe(({ type }) => {
      if (type === 'pagehide') {
        tab.left();
        this.#close();
      } else if (!this.#channel) {
        this.#channel = this.#connect();
        tab.returned();
      }
    });
  }

  /** Sends a message to all other tabs. Returns its number. A failure is reported once per type. */
  post(type: string, members?: object): number {
    const { token, logOut } = sessionOf(this.#internals);
    const n = ++this.#count;
    const envelope = { format: FORMAT, version: this.#version, token, logOut, tab: this.tab, n };
    try {
      this.#channel?.post({ ...envelope, type, ...members });
    } catch (cause) {
      if (!this.#reported.has(type)) {
        const what = `A message "${type}" for other tabs was not sent.`;
        this.#internals.report(new StreambedError('SB_TABS_MESSAGE', what, { cause }), '');
      }
      this.#reported.add(type);
    }
    return n;
  }

  /** Has other tabs log out, too. */
  logOut(): void {
    this.post(LOG_OUT);
  }

  end(): void {
    this.#subscription.unsubscribe();
    this.#close();
  }

  #close(): void {
    this.#channel?.close();
    this.#channel = undefined;
  }

  /** Whether a message is one of this session. A log-out comes first, whatever the message is. */
  #admits(message: unknown): message is TabMessage {
    // The cast holds: members that are not there read as undefined.
    const { format, version, token, logOut, tab, n, type } = Object(message) as {
      readonly [member: string]: unknown;
    };
    const isOurs = format === FORMAT && version === this.#version && Number.isFinite(n);
    const areTexts = [token, logOut, tab, type].every((one) => typeof one === 'string');
    if (!isOurs || !areTexts || this.#internals.isOver) return false;
    // The cast holds: both are texts.
    const sender = { token, logOut } as { readonly token: string; readonly logOut: string };
    return follows(sessionOf(this.#internals), sender, type === LOG_OUT) && type !== LOG_OUT;
  }
}

/**
 * Follows the log-out that another tab knows of. Returns whether what that tab has is of the session
 * of this one. `isNews`: that tab logs out now.
 */
function follows(
  session: StoreSession,
  { token, logOut }: Pick<StoreSession, 'token' | 'logOut'>,
  isNews: boolean,
): boolean {
  // The clock may have been set back since this store was made.
  if (isLaterToken(logOut, isNews ? session.logOut : session.token)) session.follow(logOut);
  return !isLaterToken(session.logOut, token);
}

/** Whether a token is later than another one; `''` is the earliest. */
export function isLaterToken(token: string, other: string): boolean {
  const [at, otherAt] = [token, other].map((one) => parseFloat(one) || 0);
  return at > otherAt || (at === otherAt && token > other);
}
