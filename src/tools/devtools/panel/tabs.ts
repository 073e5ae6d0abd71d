import type { FunctionComponent } from 'preact';
import { EntitiesTab } from '../entities/EntitiesTab.tsx';
import { KeysTab } from '../keys/KeysTab.tsx';
import { RequestsTab } from '../requests/RequestsTab.tsx';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import type { TabName } from '../session/Route.ts';
import { hasStorage, StorageTab } from '../storage/StorageTab.tsx';
import { TimelineTab } from '../timeline/TimelineTab.tsx';
import { WhyTab } from '../why/WhyTab.tsx';
import type { TabProps } from './TabProps.ts';

/** A tab of the panel. */
export interface Tab {
  readonly name: TabName;
  readonly title: string;
  readonly component: FunctionComponent<TabProps>;
  /** Whether a session has something for the tab. Default: it has. */
  readonly isFor?: (session: DevtoolsSession) => boolean;
}

/** The tabs of a session, in their order. */
export function tabsOf(session: DevtoolsSession): readonly Tab[] {
  return tabs.filter(({ isFor }) => isFor?.(session) ?? true);
}

const tabs: readonly Tab[] = [
  { name: 'keys', title: 'Keys', component: KeysTab },
  { name: 'entities', title: 'Entities', component: EntitiesTab },
  { name: 'timeline', title: 'Timeline', component: TimelineTab },
  { name: 'requests', title: 'Requests', component: RequestsTab },
  {
    name: 'storage',
    title: 'Storage',
    component: StorageTab,
    isFor: hasStorage,
  },
  { name: 'why', title: 'Why?', component: WhyTab },
];
