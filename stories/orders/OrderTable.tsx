import { memo, useRef, type ReactElement } from 'react';
import { useStream } from 'streambed/react';
import type { OrderViews } from './OrderViews.ts';
import { useRowHeight } from './useRowHeight.ts';
import type { OrderState, WorkOrder } from './WorkOrder.ts';

/** Rows rendered above the first visible one. */
const ABOVE = 15;

const looks: Record<OrderState, string> = { open: 'stale', doing: '', done: 'valid' };

/** The list is as high as all of its rows; only the visible ones are rendered. */
export function OrderTable({ views }: { views: OrderViews }): ReactElement {
  const { rows, offset, total } = useStream(views.page$);
  const height = useRowHeight();
  const scroller = useRef<HTMLDivElement>(null);
  const follow = (): void => {
    const top = scroller.current?.scrollTop ?? 0;
    views.scrollTo(Math.max(0, Math.floor(top / height) - ABOVE));
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
      <div className="orders-sizer" style={{ height: total * height }}>
        <ol
          className="orders-window"
          start={offset + 1}
          style={{ transform: `translateY(${offset * height}px)` }}
        >
          {rows.map((order) => (
            <OrderRow key={order.id} order={order} height={height} />
          ))}
        </ol>
      </div>
    </div>
  );
}

const OrderRow = memo(({ order, height }: { order: WorkOrder; height: number }): ReactElement => {
  const { id, title, crew, state, urgency, hours } = order;
  return (
    <li className="order" style={{ height }}>
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
