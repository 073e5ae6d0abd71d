import { interval, map } from 'rxjs';
import { createStore, Endpoint, Entity, schema } from 'streambed';
import {
  AsyncBoundary,
  StoreProvider,
  useLive,
  useQuery,
} from 'streambed/react';

class Gauge extends Entity {
  id = '';
  name = '';
  level = 0;
  static key = 'Gauge';
}

const names = ['Weir', 'Old mill', 'Ferry'];

// A live source: an observable, a socket or an event stream. Each
// value is a response. The end of the subscription closes it.
const watchGauges = new Endpoint(
  () =>
    interval(700).pipe(
      map((n) =>
        names.map((name, index) => ({
          id: `${index}`,
          name,
          // One gauge moves at a time.
          level: 120 + 35 * index + Math.floor((n + index) / 3),
        })),
      ),
    ),
  { name: 'watchGauges', schema: new schema.All(Gauge) },
);

// A view of the same entities. It renders when its value changes.
const highest = new schema.Query(new schema.All(Gauge), (gauges) =>
  Math.max(...gauges.map(({ level }) => level)),
);

function Gauges() {
  return (
    <ul>
      {useLive(watchGauges).map(({ id, name, level }) => (
        <li key={id}>
          {name}: {level} cm
        </li>
      ))}
    </ul>
  );
}

function Highest() {
  return <p>Highest: {useQuery(highest)} cm</p>;
}

const store = createStore();

export default function App() {
  return (
    <StoreProvider store={store}>
      <AsyncBoundary fallback={<p>Connecting …</p>}>
        <Gauges />
        <Highest />
      </AsyncBoundary>
    </StoreProvider>
  );
}
