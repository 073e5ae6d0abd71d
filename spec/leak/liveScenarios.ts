import { Subject } from 'rxjs';
import { Endpoint, Entity } from 'streambed';
import { applyMessages, live, webSocketSource } from 'streambed/live';
import { FakeSockets } from '../support/FakeSockets.ts';
import { runScenarios } from './runScenarios.ts';

class Price extends Entity {
  symbol = '';
  price = 0;
  override pk(): string {
    return this.symbol;
  }
  static override readonly key = 'Price';
}

void runScenarios([
  {
    title: 'a poll of a key that comes once',
    start: ({ store, clock }) => {
      const polled = new Endpoint((i: number) => i, { name: 'polled', pollFrequency: 30 });
      return (i) => {
        const subscription = live(store, polled, i).subscribe();
        clock.advance(30);
        subscription.unsubscribe();
      };
    },
  },
  {
    title: 'a topic that is followed for a moment, over a connection that stays',
    start: ({ store, clock }) => {
      const sockets = new FakeSockets();
      const source = webSocketSource<{ symbol: string }>({
        url: 'wss://api.example',
        topics: { of: ({ symbol }) => symbol },
        WebSocket: sockets.Socket,
        scheduler: clock,
      });
      source.messages$.subscribe();
      const socket = sockets.last.open();
      const follow = new Endpoint((symbol: string) => source.topic(symbol), {
        name: 'follow',
        schema: Price,
        lookup: true,
      });
      return (i) => {
        const subscription = live(store, follow, `s${i}`).subscribe();
        socket.push({ symbol: `s${i}`, price: i });
        subscription.unsubscribe();
      };
    },
  },
  {
    title: 'a connection that is made, lost, made again and left',
    start: ({ clock }) => {
      const sockets = new FakeSockets();
      const source = webSocketSource({
        url: 'wss://api.example',
        heartbeat: { interval: 10_000 },
        WebSocket: sockets.Socket,
        scheduler: clock,
        random: () => 0,
      });
      return () => {
        const subscription = source.messages$.subscribe();
        sockets.last.open().lose();
        clock.advance(1);
        sockets.last.open();
        subscription.unsubscribe();
        sockets.made.length = 0;
      };
    },
  },
  {
    title: 'messages that are written in frames',
    start: ({ store, clock }) => {
      const messages$ = new Subject<{ symbol: string }>();
      applyMessages(messages$, (to, message) => to.set(Price, message), { scheduler: clock })(
        store,
      );
      return (i) => {
        messages$.next({ symbol: `s${i}` });
        if (i % 10 === 0) clock.advance(16);
      };
    },
  },
]);
