import { type ComponentType, type ReactNode, useCallback, useDeferredValue, useState } from 'react';
import { Choice } from './Choice';
import { Filters } from './Filters';
import { Skeleton } from './Skeleton';
import { orders, type TicketFilter, type TicketOrder } from './ticket';
import { ReportContext, useReports } from './useReports';

export interface ListProps extends TicketFilter {
  orderBy: TicketOrder;
  chosen: number | undefined;
  onChoose: (id: number) => void;
}

/** The parts of the page that read and write data. They suspend until their data is there. */
export interface DeskParts {
  Boundary: ComponentType<{ fallback: ReactNode; children: ReactNode }>;
  Count: ComponentType<TicketFilter>;
  List: ComponentType<ListProps>;
  Detail: ComponentType<{ id: number; onClose: () => void }>;
  NewTicket: ComponentType;
}

/** The page around the data: what the user wants to see, and where it is. `status`: what it says instead of "saved". */
export function DeskPage(props: { parts: DeskParts; title: string; status?: string | undefined }) {
  const { parts, status, title } = props;
  const { Boundary, Count, List, Detail, NewTicket } = parts;
  const { report, pending, problem } = useReports();
  const [filter, setFilter] = useState<TicketFilter>({ status: ['open', 'pending'] });
  const [orderBy, setOrder] = useState<TicketOrder>('priority');
  // While the tickets of another choice load, the page shows those of the last one.
  const shown = useDeferredValue(filter);
  const shownOrder = useDeferredValue(orderBy);
  const [chosen, setChosen] = useState<number>();
  const close = useCallback(() => setChosen(undefined), []);
  const isBehind = shown !== filter || shownOrder !== orderBy;

  return (
    <ReportContext.Provider value={report}>
      <header>
        <h1>{title}</h1>
        <span className="note saving" role="status">
          {status ?? (pending > 0 ? 'saving …' : 'saved')}
        </span>
      </header>
      <main>
        {problem && (
          <p className="problem" role="alert">
            {problem}
          </p>
        )}
        <NewTicket />
        <Filters filter={filter} onChange={setFilter} Count={Count} />
        <div className={chosen === undefined ? 'desk' : 'desk divided'}>
          <section className={isBehind ? 'column fading' : 'column'} aria-busy={isBehind}>
            <Choice label="Sort by" value={orderBy} options={orders} onChange={setOrder} />
            {shown.status.length === 0 ? (
              <p className="empty">Choose a status.</p>
            ) : (
              <Boundary fallback={<Skeleton rows={8} />}>
                <List {...shown} orderBy={shownOrder} chosen={chosen} onChoose={setChosen} />
              </Boundary>
            )}
          </section>
          {chosen !== undefined && (
            <section className="column detail">
              {/* The key: an error of one ticket must not stay when the user opens another one. */}
              <Boundary key={chosen} fallback={<Skeleton rows={4} />}>
                <Detail id={chosen} onClose={close} />
              </Boundary>
            </section>
          )}
        </div>
      </main>
    </ReportContext.Provider>
  );
}
