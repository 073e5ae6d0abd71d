/** @jsxImportSource preact */
import type { VNode } from 'preact';
import type { DevtoolsSettings } from '../DevtoolsElement.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { tabs } from './tabs.ts';
import { useValue } from './useValue.ts';

/** The button, and the panel that it opens. */
export function Shell({
  session,
}: {
  readonly session: DevtoolsSession;
  readonly settings: DevtoolsSettings;
}): VNode {
  const isOpen = useValue(session.isOpen$);
  const { tab } = useValue(session.place$);
  if (!isOpen) {
    return (
      <button type="button" onClick={() => session.isOpen$.next(true)}>
        Streambed
      </button>
    );
  }
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0];
  return (
    <section aria-label="Streambed devtools">
      <div role="tablist">
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            aria-selected={name === tab}
            onClick={() => session.open({ tab: name })}
          >
            {title}
          </button>
        ))}
      </div>
      <shown.component session={session} />
    </section>
  );
}
