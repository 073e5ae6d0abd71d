import { useId, type ReactElement } from 'react';

/** The attributes of a control that has an error or none. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

/** A control with its label, and its error below. */
export function Field(props: {
  label: string;
  error: string | undefined;
  children: (control: ControlProps) => ReactElement;
}): ReactElement {
  const { label, error, children } = props;
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': error === undefined ? undefined : `${id}-error`,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className="form-error">
          {error}
        </p>
      )}
    </div>
  );
}
