import { useId, type ReactElement, type ReactNode } from 'react';

/** A titled region. */
export function Card(props: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}): ReactElement {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card-header">
        <h2 id={id}>{props.title}</h2>
        {props.aside !== undefined && <span className="note">{props.aside}</span>}
      </div>
      {props.children}
    </section>
  );
}
