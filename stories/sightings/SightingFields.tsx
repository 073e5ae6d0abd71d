import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';
import { useMutation } from 'streambed/react';
import { messageOf } from '../ui/messageOf.ts';
import { Field } from './Field.tsx';
import { fieldErrors, type SightingForm, SightingResource, spots } from './Sighting.ts';

const empty: SightingForm = { species: '', spot: '', count: 1, email: '' };

/** Reports a sighting. The server checks it; each error is shown at its field until that is edited. */
export function SightingFields(): ReactElement {
  const [report, { data, loading, error, reset }] = useMutation(SightingResource.getList.unshift);
  const [values, setValues] = useState(empty);
  const [edited, setEdited] = useState<ReadonlySet<keyof SightingForm>>(new Set());
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrors(error);
  const isRefused = Object.keys(errors).length > 0;

  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [error]);

  function change(part: Partial<SightingForm>): void {
    setValues({ ...values, ...part });
    // The cast holds: a part has members of the form.
    setEdited(new Set([...edited, ...(Object.keys(part) as (keyof SightingForm)[])]));
  }

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    setEdited(new Set());
    try {
      await report(values);
      setValues({ ...empty, email: values.email });
    } catch {
      // The form shows the error, and keeps the values.
    }
  }

  const errorOf = (name: keyof SightingForm): string | undefined =>
    edited.has(name) ? undefined : errors[name];

  return (
    <form ref={form} className="sighting-form" noValidate onSubmit={(event) => void send(event)}>
      <Field label="Animal" error={errorOf('species')}>
        {(control) => (
          <input
            {...control}
            className="input"
            value={values.species}
            placeholder="Otter"
            autoComplete="off"
            onChange={({ target }) => change({ species: target.value })}
          />
        )}
      </Field>
      <Field label="Where" error={errorOf('spot')}>
        {(control) => (
          <select
            {...control}
            className="input"
            value={values.spot}
            onChange={({ target }) => change({ spot: target.value })}
          >
            <option value="">Choose …</option>
            {spots.map((spot) => (
              <option key={spot}>{spot}</option>
            ))}
          </select>
        )}
      </Field>
      <Field label="How many" error={errorOf('count')}>
        {(control) => (
          <input
            {...control}
            type="number"
            className="input"
            value={values.count}
            onChange={({ target }) => change({ count: Number(target.value) })}
          />
        )}
      </Field>
      <Field label="Your e-mail address" error={errorOf('email')}>
        {(control) => (
          <input
            {...control}
            type="email"
            className="input"
            value={values.email}
            placeholder="mira@example.org"
            autoComplete="off"
            onChange={({ target }) => change({ email: target.value })}
          />
        )}
      </Field>
      <div className="sighting-end">
        <button type="submit" className="button primary" disabled={loading}>
          {loading ? 'Reporting …' : 'Report'}
        </button>
        {error && (
          <p className="form-error" role="alert">
            {isRefused ? 'The server did not accept this report.' : messageOf(error)}
          </p>
        )}
        {data && !error && (
          <p className="note" role="status">
            Thank you: {data.species}, {data.spot}.{' '}
            <button type="button" className="button quiet" onClick={reset}>
              Dismiss
            </button>
          </p>
        )}
      </div>
    </form>
  );
}
