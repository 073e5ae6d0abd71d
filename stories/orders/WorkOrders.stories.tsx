import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { applyMessages } from 'streambed/live';
import { useStore, useSuspense } from 'streambed/react';
import { usePlugin } from '../live/usePlugin.ts';
import { Card } from '../ui/Card.tsx';
import { Choice } from './Choice.tsx';
import { CrewLoads } from './CrewLoads.tsx';
import { getWorkOrders } from './getWorkOrders.ts';
import { Meters } from './Meters.tsx';
import { orderSource } from './orderSource.ts';
import './orders.css';
import { OrderTable } from './OrderTable.tsx';
import { OrderViews, type SortName } from './OrderViews.ts';
import { type OrderState, WorkOrder } from './WorkOrder.ts';

const COUNT = 100_000;

const description =
  'Work orders change over a WebSocket. The page filters and sorts them, shows a window of 50 rows, and adds ' +
  'up the hours of each crew. All views are made of change sets: `changes(store, WorkOrder)` and operators of ' +
  '`streambed/changes`.';

/** All messages of one frame make one commit. */
const follow = applyMessages(orderSource, (store, change) => store.set(WorkOrder, change), {
  onGap: (store) => store.expireAll(getWorkOrders),
});

function WorkOrdersPage(): ReactElement {
  const store = useStore();
  useSuspense(getWorkOrders, { count: COUNT });
  const views = useMemo(() => new OrderViews(store), [store]);
  const [isLive, setLive] = useState(true);
  const [shown, setShown] = useState<OrderState | 'all'>('all');
  const [sort, setSort] = useState<SortName>('urgency');

  usePlugin(isLive ? follow : null);
  useEffect(() => views.show(shown), [views, shown]);
  useEffect(() => views.sortBy(sort), [views, sort]);

  return (
    <>
      <Card
        title="Work orders"
        aside={
          <button type="button" className="button" onClick={() => setLive(!isLive)}>
            {isLive ? 'Pause' : 'Go on'}
          </button>
        }
      >
        <Meters />
        <div className="choices">
          <Choice
            label="Show"
            value={shown}
            options={['all', 'open', 'doing', 'done']}
            onChange={setShown}
          />
          <Choice
            label="Sort by"
            value={sort}
            options={['urgency', 'hours', 'title']}
            onChange={setSort}
          />
        </div>
        <OrderTable views={views} />
      </Card>
      <Card title="Crews">
        <CrewLoads views={views} />
      </Card>
    </>
  );
}

const meta: Meta<typeof WorkOrdersPage> = {
  title: 'Composing streams/Work orders',
  component: WorkOrdersPage,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Work orders' };
