import { memo, useRef, type ReactElement } from 'react';
import { useStream } from 'streambed/react';
import type { OrderViews } from './OrderViews.ts';
import type { OrderState, WorkOrder } from './WorkOrder.ts';

/** Height of a row, px. The list is as high as all of its rows; only those in sight are made. */
const ROW = 38;

/** Rows that are made above the first one in sight. */
const ABOVE = 15;

const looks: Record<OrderState, string> = { open: 'stale', doing: '', done: 'valid' };

export function OrderTable({ views }: { views: OrderViews }): ReactElement {
  const { rows, offset, total } = useStream(views.page$);
  const scroller = useRef<HTMLDivElement>(null);
  const follow = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    views.scrollTo(Math.max(0, Math.floor(top / ROW) - ABOVE));
  };
  return (
    <div
      className="orders-scroller"
      ref={scroller}
      onScroll={follow}
      tabIndex={0}
      role="region"
      aria-label="Sorted orders"
    >
      <div className="orders-sizer" style={{ height: total * ROW }}>
        <ol
          className="orders-window"
          start={offset + 1}
          style={{ transform: `translateY(${offset * ROW}px)` }}
        >
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ol>
      </div>
    </div>
  );
}

const OrderRow = memo(({ order }: { order: WorkOrder }): ReactElement => {
  const { id, title, crew, state, urgency, hours } = order;
  return (
    <li className="order" style={{ height: ROW }}>
      <span className="order-id">#{id}</span>
      <span className="order-title">{title}</span>
      <span className="order-crew">{crew}</span>
      <span className={`order-urgency u${urgency}`} aria-label={`Urgency ${urgency}`}>
        {'●'.repeat(urgency)}
      </span>
      <span className="order-hours">{hours} h</span>
      <span className={`badge order-state ${looks[state]}`}>{state}</span>
    </li>
  );
});
