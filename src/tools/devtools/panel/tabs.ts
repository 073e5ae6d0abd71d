import type { FunctionComponent } from 'preact';
import { EntitiesTab } from '../entities/EntitiesTab.tsx';
import { KeysTab } from '../keys/KeysTab.tsx';
import { RequestsTab } from '../requests/RequestsTab.tsx';
import type { TabName } from '../session/Route.ts';
import { TimelineTab } from '../timeline/TimelineTab.tsx';
import { WhyTab } from '../why/WhyTab.tsx';
import type { TabProps } from './TabProps.ts';

interface Tab {
  readonly name: TabName;
  readonly title: string;
  readonly component: FunctionComponent<TabProps>;
}

/** The tabs, in their order. */
export const tabs: readonly Tab[] = [
  { name: 'keys', title: 'Keys', component: KeysTab },
  { name: 'entities', title: 'Entities', component: EntitiesTab },
  { name: 'timeline', title: 'Timeline', component: TimelineTab },
  { name: 'requests', title: 'Requests', component: RequestsTab },
  { name: 'why', title: 'Why?', component: WhyTab },
];
