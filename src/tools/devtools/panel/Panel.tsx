/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { fitting, Grip } from './Grip.tsx';
import { Guard } from './Guard.tsx';
import { BackIcon, CloseIcon, DockIcon, Glyph } from './icons.tsx';
import { ImportedBanner } from './ImportedBanner.tsx';
import { SessionFileButtons } from './SessionFileButtons.tsx';
import { idOfTab, TabList } from './TabList.tsx';
import { tabsOf } from './tabs.ts';
import { TravelBanner } from './TravelBanner.tsx';
import { usePageSpace } from './usePageSpace.ts';
import type { PanelLayout } from './usePreferences.ts';
import { useValue } from './useValue.ts';

/** The panel while it is open. Escape closes it. */
export function Panel({
  session: own,
  layout,
  takesFocus,
  onClose,
}: {
  readonly session: DevtoolsSession;
  readonly layout: PanelLayout;
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}): VNode {
  const panel = useRef<HTMLElement>(null);
  const imported = useValue(own.imported$);
  /** What the panel shows. */
  const session = imported ?? own;
  const { tab } = useValue(session.place$);
  const [problem, setProblem] = useState<string>();
  const { position, size, setPosition } = layout;
  const isRight = position === 'right';
  const length = fitting(position, size);
  usePageSpace(position, length);
  useLayoutEffect(() => {
    if (takesFocus) panel.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus();
  }, [takesFocus]);

  const tabs = tabsOf(session);
  const shown = tabs.find(({ name }) => name === tab) ?? tabs[0];
  return (
    <section
      ref={panel}
      class={`panel ${position}`}
      style={isRight ? { width: `${length}px` } : { height: `${length}px` }}
      aria-label="Streambed devtools"
      onKeyDown={(event) => {
        // Fields of tabs have an Escape of their own.
        if (event.key === 'Escape' && !event.defaultPrevented) onClose();
        // The page must not take a key of the panel as a shortcut.
        event.stopPropagation();
      }}
    >
      <Grip layout={layout} />
      <div class="bar">
        <span class="brand">
          <Glyph />
          <span class="name">Streambed</span>
        </span>
        <TabList tabs={tabs} selected={shown.name} onSelect={session.openTab} />
        <div class="tools">
          <SessionFileButtons session={own} shown={session} onProblem={setProblem} />
          <button
            type="button"
            class="icon"
            aria-label="Back"
            title="Back"
            disabled={!session.canGoBack}
            onClick={() => session.back()}
          >
            <BackIcon />
          </button>
          <button
            type="button"
            class="icon dock"
            aria-label={isRight ? 'Dock at the bottom' : 'Dock at the right'}
            title={isRight ? 'Dock at the bottom' : 'Dock at the right'}
            onClick={() => setPosition(isRight ? 'bottom' : 'right')}
          >
            <DockIcon isRight={!isRight} />
          </button>
          <button
            type="button"
            class="icon"
            aria-label="Close"
            title="Close (Escape)"
            onClick={onClose}
          >
            <CloseIcon />
          </button>
        </div>
      </div>
      <ImportedBanner
        session={own}
        imported={imported}
        problem={problem}
        onDismiss={() => setProblem(undefined)}
      />
      <TravelBanner session={session} />
      <div class="body" id="tab-panel" role="tabpanel" aria-labelledby={idOfTab(shown.name)}>
        <Guard key={`${imported ? 'file' : 'own'} ${shown.name}`}>
          <shown.component session={session} />
        </Guard>
      </div>
    </section>
  );
}
