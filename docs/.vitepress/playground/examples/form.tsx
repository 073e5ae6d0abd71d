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
  // Both are refused: send the form, then write "Otter" and an
  // address with an @.
  const [values, setValues] = useState({
    species: 'Ot',
    email: 'visitor',
  });
  const errors = fieldErrors(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void report({ ...values, spot: 'Delta', count: 1 });
  };
  const field = (name: keyof typeof values, label: string) => (
    <p>
      <label>
        {label}{' '}
        <input
          value={values[name]}
          aria-invalid={name in errors}
          aria-describedby={`${name}-error`}
          onChange={({ target: { value } }) =>
            setValues({ ...values, [name]: value })
          }
        />
      </label>{' '}
      <small id={`${name}-error`}>{errors[name]}</small>
    </p>
  );
  return (
    <form onSubmit={submit}>
      {field('species', 'Species')}
      {field('email', 'Email')}
      <button disabled={loading}>Report</button>
      {error && <p role="alert">The sighting was not added.</p>}
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
