import { type FormEvent, useState } from 'react';
import { createStore, Entity, NetworkError, resource } from 'streambed';
import {
  AsyncBoundary,
  StoreProvider,
  useMutation,
  useSuspense,
} from 'streambed/react';

class Sighting extends Entity {
  id = 0;
  species = '';
  spot = '';
  count = 0;
  static key = 'Sighting';
}

const { getList } = resource({
  path: '/sightings/:id',
  schema: Sighting,
});

// The server refuses a form with 422 and
// { errors: { species: 'Give the name of an animal …' } }.
function fieldErrors(error?: Error): Record<string, string> {
  if (!(error instanceof NetworkError) || error.status !== 422) {
    return {};
  }
  return (error.body as { errors: Record<string, string> }).errors;
}

function NewSighting() {
  const [report, { loading, error }] = useMutation(getList.push);
  // Two letters are too few: send the form, then write "Otter".
  const [species, setSpecies] = useState('Ot');
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const email = 'visitor@example.com';
    void report({ species, spot: 'Delta', count: 1, email });
  };
  return (
    <form onSubmit={submit}>
      <input
        aria-label="Species"
        aria-invalid={'species' in errors}
        value={species}
        onChange={({ target }) => setSpecies(target.value)}
      />
      <button disabled={loading}>Report</button>
      {error && <p role="alert">{errors.species ?? error.message}</p>}
    </form>
  );
}

function Sightings() {
  return (
    <ul>
      {useSuspense(getList).map(({ id, species, spot }) => (
        <li key={id}>
          {species}, {spot}
        </li>
      ))}
    </ul>
  );
}

const store = createStore();

export default function App() {
  return (
    <StoreProvider store={store}>
      <NewSighting />
      <AsyncBoundary fallback={<p>Loading …</p>}>
        <Sightings />
      </AsyncBoundary>
    </StoreProvider>
  );
}
