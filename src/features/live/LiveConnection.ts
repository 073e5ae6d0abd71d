import { BehaviorSubject, Observable, Subject, Subscription } from 'rxjs';
import { toObservable } from '../../kernel/requests/toObservable.ts';
import { withoutSecrets } from '../../shared/web/withoutSecrets.ts';
import { asError } from '../../shared/asError.ts';
import { fullJitter } from '../../shared/fullJitter.ts';
import { StreambedError } from '../../shared/StreambedError.ts';
import { timeLimit } from '../../shared/web/timeLimit.ts';
import { ConnectionError } from './ConnectionError.ts';
import type { ConnectionSettings } from './LiveOptions.ts';
import type { ConnectionState, LiveSource } from './LiveSource.ts';

/** One connection over one transport. */
export interface Link {
  /** Subscribes to a topic on the server. */
  join(topic: string): void;
  /** Unsubscribes from a topic on the server. */
  leave(topic: string): void;
  /** Makes the server send something. */
  ping(): void;
  /** Closes the connection; no event follows. `isDead`: the server does not respond. */
  close(isDead: boolean): void;
}

/** The events of a link. None follows after `closed` or `close()`. */
export interface LinkEvents {
  readonly opened: () => void;
  /** A message arrived; `topic`: its topic, if the transport knows it. */
  readonly received: (data: unknown, topic?: string) => void;
  readonly closed: (error: ConnectionError) => void;
}

/** Begins a connection; its events come later. Throws if no connection is possible. */
type OpenLink = (url: string, events: LinkEvents) => Link;

/**
 * A connection that has been open for this long counts as good, ms: the next failure is a first
 * one.
 */
const GOOD_AFTER = 10_000;

/** The longest delay that the timers of all platforms support: 2^31 - 1 ms. */
const LONGEST_WAIT = 0x7fff_ffff;

/** A connection that exists while it has subscribers, and reconnects when it is lost. */
export class LiveConnection<M> implements LiveSource<M> {
  readonly #settings: ConnectionSettings<M>;
  readonly #open: OpenLink;
  /** The subscribers by topic; `undefined`: to all messages. */
  readonly #topics = new Map<string | undefined, Subject<M>>();
  readonly #state = new BehaviorSubject<ConnectionState>('idle');
  readonly #reconnected = new Subject<void>();
  /** The subscriptions to `active$` and `online$`, while there are subscribers. */
  #signals: Subscription | undefined;
  #isActive = true;
  /** The pending try, or the connection that it made. Events of earlier ones are ignored. */
  #current: object | undefined;
  #link: Link | undefined;
  #url = '';
  /** The timeout of a try, the check of a connection, or the pause between two tries. */
  #timer: Subscription | undefined;
  /** Whether a message has arrived since the timer of the check was started. */
  #isHeard = false;
  #attempt = 0;
  #openedAt = 0;
  #wasOpen = false;
  /** Whether the last connection has ended with an error. */
  #hasFailed = false;
  readonly messages$ = this.#observe(undefined);
  readonly connection$ = this.#state.asObservable();
  readonly reconnected$ = this.#reconnected.asObservable();

  constructor(settings: ConnectionSettings<M>, open: OpenLink) {
    this.#settings = settings;
    this.#open = open;
  }

  readonly topic = (name: string): Observable<M> => this.#observe(name);

  readonly restart = (): void => {
    const isUsed = this.#topics.size > 0;
    if (this.#hasFailed) {
      // Subscribers of the connection that was closed for good may subscribe again.
      this.#hasFailed = false;
      this.#drop(false);
      this.#wasOpen = true;
      this.#set('waiting');
    }
    if (this.#topics.size === 0) this.#stop();
    else if (isUsed) this.#begin();
  };

  // --- subscribers

  #observe(topic: string | undefined): Observable<M> {
    return new Observable((subscriber) => {
      const wasIdle = this.#topics.size === 0;
      const known = this.#topics.get(topic);
      const subject = known ?? new Subject<M>();
      this.#topics.set(topic, subject);
      subject.subscribe(subscriber);
      subscriber.add(() => {
        if (subject.observed || this.#topics.get(topic) !== subject) return;
        this.#topics.delete(topic);
        if (this.#topics.size === 0) this.#stop();
        else this.#send('leave', topic);
      });
      if (wasIdle) this.#start();
      else if (!known) this.#send('join', topic);
    });
  }

  #send(what: 'join' | 'leave', topic: string | undefined): void {
    if (topic === undefined || this.#state.value !== 'open') return;
    this.#guard(() => this.#link?.[what](topic));
  }

  #start(): void {
    const { active$, online$, onError } = this.#settings;
    const signals = (this.#signals = new Subscription());
    this.#isActive = true;
    signals.add(
      toObservable(active$).subscribe({ next: (is) => this.#activate(is), error: onError }),
    );
    this.#begin();
    // It may emit at once: that is no return of the network.
    signals.add(
      toObservable(online$).subscribe({ next: (is) => is && this.#cameOnline(), error: onError }),
    );
  }

  #stop(): void {
    this.#signals?.unsubscribe();
    this.#drop(false);
    this.#wasOpen = false;
    this.#set('idle');
  }

  #set(state: ConnectionState): void {
    if (this.#state.value !== state) this.#state.next(state);
  }

  // --- the page and the network

  #activate(isActive: boolean): void {
    if (isActive === this.#isActive) return;
    this.#isActive = isActive;
    if (this.#state.value !== 'idle') this.#begin();
  }

  #cameOnline(): void {
    if (this.#state.value === 'waiting') this.#connect();
    else if (this.#state.value === 'open') this.#check();
  }

  // --- the connection

  /** Replaces the connection by a first try, if the page is in use. */
  #begin(): void {
    this.#drop(false);
    this.#attempt = 0;
    if (this.#isActive) this.#connect();
    else this.#set('paused');
  }

  #connect(): void {
    const current = (this.#current = {});
    this.#attempt++;
    this.#url = '';
    const { openTimeout, url } = this.#settings;
    this.#after(openTimeout, () => this.#lost(this.#failure('did not open in time'), true));
    this.#set('connecting');
    const failed = (cause: unknown): void => {
      if (current === this.#current) this.#lost(this.#failure('has no URL', cause), false);
    };
    try {
      const given = url({ attempt: this.#attempt });
      if (typeof given === 'string') this.#openAt(given, current);
      else given.then((text) => this.#openAt(text, current), failed);
    } catch (cause) {
      failed(cause);
    }
  }

  #openAt(url: string, current: object): void {
    // Another try may have begun, or the last subscriber may have left.
    if (current !== this.#current) return;
    this.#url = url;
    try {
      this.#link = this.#open(url, {
        opened: () => this.#opened(current),
        received: (data, topic) => this.#received(data, topic),
        closed: (error) => this.#lost(error, false),
      });
    } catch (error) {
      this.#fail(asError(error));
    }
  }

  #opened(current: object): void {
    this.#timer?.unsubscribe();
    this.#openedAt = this.#settings.scheduler.now();
    for (const topic of [...this.#topics.keys()]) {
      if (topic !== undefined) this.#guard(() => this.#link?.join(topic));
    }
    this.#watch();
    const isAgain = this.#wasOpen;
    this.#wasOpen = true;
    this.#set('open');
    if (isAgain && current === this.#current) this.#reconnected.next();
  }

  #received(data: unknown, topic: string | undefined): void {
    this.#isHeard = true;
    let message: M;
    let about = topic;
    try {
      message = this.#settings.read(data);
      if (this.#settings.isPong(message)) return;
      about ??= this.#settings.topicOf(message);
    } catch (cause) {
      const what = `A message from ${withoutSecrets(this.#url)} could not be read.`;
      this.#settings.onError(new StreambedError('SB_MESSAGE', what, { cause }));
      return;
    }
    // A message that the transport gives a topic is for its subscribers only.
    if (topic === undefined) this.#topics.get(undefined)?.next(message);
    if (about !== undefined) this.#topics.get(about)?.next(message);
  }

  /** Checks the connection when it is quiet. */
  #watch(): void {
    const { heartbeat } = this.#settings;
    if (!heartbeat) return;
    this.#isHeard = false;
    this.#after(heartbeat.interval, () => (this.#isHeard ? this.#watch() : this.#check()));
  }

  /** Checks at once whether the server responds: no side may have closed a dead connection. */
  #check(): void {
    const { heartbeat } = this.#settings;
    if (!heartbeat) return;
    this.#isHeard = false;
    this.#timer?.unsubscribe();
    // A busy page may have a message that it has not handled.
    this.#timer = timeLimit(this.#settings.scheduler, heartbeat.timeout, () => {
      if (this.#isHeard) this.#watch();
      else this.#lost(this.#failure('did not respond'), true);
    });
    this.#guard(() => this.#link?.ping());
  }

  /** Handles a connection that was lost, or not made. */
  #lost(error: ConnectionError, isDead: boolean): void {
    const { isFinal, delay, maxDelay, random, scheduler } = this.#settings;
    const wasGood = this.#state.value === 'open' && scheduler.now() - this.#openedAt >= GOOD_AFTER;
    if (wasGood) this.#attempt = 1;
    this.#drop(isDead);
    const current = (this.#current = {});
    let isLast = false;
    this.#guard(() => (isLast = isFinal(error)));
    if (current !== this.#current) return;
    if (isLast) {
      this.#fail(error);
      return;
    }
    this.#after(fullJitter(this.#attempt, delay, maxDelay, random), () => this.#connect());
    this.#set('waiting');
  }

  /** Ends the connection with an error for all subscribers. */
  #fail(error: Error): void {
    const topics = [...this.#topics.values()];
    this.#topics.clear();
    this.#stop();
    this.#hasFailed = true;
    for (const subscribers of topics) subscribers.error(error);
  }

  #drop(isDead: boolean): void {
    const link = this.#link;
    this.#current = this.#link = undefined;
    this.#timer?.unsubscribe();
    this.#guard(() => link?.close(isDead));
  }

  #after(wait: number, run: () => void): void {
    this.#timer?.unsubscribe();
    if (wait === Infinity) return;
    this.#timer = this.#settings.scheduler.schedule(run, Math.min(wait, LONGEST_WAIT));
  }

  #failure(what: string, cause?: unknown): ConnectionError {
    return new ConnectionError({ url: this.#url || '(no URL yet)', what, cause });
  }

  /** Runs code of users and transports, and reports what it throws. */
  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#settings.onError(error);
    }
  }
}
