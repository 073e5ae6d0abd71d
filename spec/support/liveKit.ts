import { BehaviorSubject } from 'rxjs';
import { type WebSocketOptions, webSocketSource } from '../../src/features/live/webSocketSource.ts';
import { collect } from './collect.ts';
import { FakeSockets } from './FakeSockets.ts';
import { ManualClock } from './ManualClock.ts';

/** A message of the specs: a topic and a number. */
export interface Tick {
  readonly symbol?: string;
  readonly value?: number;
  readonly type?: string;
}

/** A source over fake sockets in virtual time, with the longest possible pauses. */
export function liveKit(options: Partial<WebSocketOptions<Tick>> = {}) {
  const sockets = new FakeSockets();
  const clock = new ManualClock();
  const active$ = new BehaviorSubject(true);
  const online$ = new BehaviorSubject(true);
  const reported: unknown[] = [];
  const source = webSocketSource<Tick>({
    url: 'wss://api.example/ticks',
    topics: {
      of: ({ symbol }) => symbol,
      join: (symbol) => ({ join: symbol }),
      leave: (symbol) => ({ leave: symbol }),
    },
    WebSocket: sockets.Socket,
    scheduler: clock,
    random: () => 1,
    active$,
    online$,
    onError: (error) => reported.push(error),
    ...options,
  });
  const states = collect(source.connection$);
  const reconnected = collect(source.reconnected$);
  return { source, sockets, clock, active$, online$, reported, states, reconnected };
}
