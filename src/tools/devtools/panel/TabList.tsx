/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useRef } from 'preact/hooks';
import type { TabName } from '../session/Place.ts';
import type { Tab } from './tabs.ts';

/** The id of a tab's button, which names the tab's panel. */
export function idOfTab(name: TabName): string {
  return `tab-${name}`;
}

/** The tabs. Arrow keys, Home and End select another one. */
export function TabList({
  tabs,
  selected,
  onSelect,
}: {
  readonly tabs: readonly Tab[];
  readonly selected: TabName;
  readonly onSelect: (tab: TabName) => void;
}): VNode {
  const list = useRef<HTMLDivElement>(null);

  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ name }) => name === selected);
    const indexes: Readonly<Record<string, number>> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at + tabs.length - 1) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const next = indexes[event.key];
    if (next === undefined) return;
    event.preventDefault();
    onSelect(tabs[next].name);
    list.current?.querySelectorAll('button')[next]?.focus();
  };

  return (
    <div ref={list} class="tabs" role="tablist" aria-label="Devtools" onKeyDown={onKeyDown}>
      {tabs.map(({ name, title }) => (
        <button
          key={name}
          type="button"
          class="tab"
          role="tab"
          id={idOfTab(name)}
          aria-selected={name === selected}
          aria-controls="tab-panel"
          tabIndex={name === selected ? 0 : -1}
          onClick={() => onSelect(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}
