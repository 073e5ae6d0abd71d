import { type SubmitEvent, useState } from 'react';
import { useMutation, useSuspense } from 'streambed/react';
import { messageOf } from '../messageOf';
import { StationResource } from './Station';

export function StationPage({ id }: { id: number }) {
  const station = useSuspense(StationResource.get, { id });
  const [save, { loading, error }] = useMutation(StationResource.partialUpdate);
  const [draft, setDraft] = useState({ name: station.name, note: station.note });

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void save({ id }, draft);
  }

  return (
    <article>
      <p>
        <a href="#/stations">All stations</a>
      </p>
      <h1>{station.name}</h1>
      <p>The water is {station.level} cm high.</p>
      <form onSubmit={submit} aria-busy={loading}>
        <label>
          Name
          <input
            required
            value={draft.name}
            onChange={({ target }) => setDraft({ ...draft, name: target.value })}
          />
        </label>
        <label>
          Note
          <input
            value={draft.note}
            onChange={({ target }) => setDraft({ ...draft, note: target.value })}
          />
        </label>
        <button className="primary">Save</button>
        {error && <p role="alert">Not saved: {messageOf(error)}</p>}
      </form>
    </article>
  );
}
