import type { DevtoolsPosition } from '../DevtoolsElement.ts';
import type { TabName } from '../session/Route.ts';

/** What the user chose in the panel. It is kept in the browser. */
export interface Preferences {
  readonly isOpen?: boolean;
  readonly tab?: TabName;
  readonly position?: DevtoolsPosition;
  /** px, when the panel is at the bottom. */
  readonly height?: number;
  /** px, when the panel is at the right. */
  readonly width?: number;
}

const NAME = 'streambed-devtools';

/** What was chosen on an earlier page. Nothing where storage is blocked, or has something else. */
export function readPreferences(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? '{}');
    return typeof kept === 'object' && kept !== null ? valid(kept) : {};
  } catch {
    return {};
  }
}

/** Keeps what was chosen, if the browser allows it. */
export function keepPreferences(preferences: Preferences): void {
  try {
    localStorage.setItem(NAME, JSON.stringify(preferences));
  } catch {
    // Storage is blocked or full: the choice ends with the page.
  }
}

const tabs: readonly unknown[] = ['keys', 'entities', 'timeline', 'requests', 'why'];
const positions: readonly unknown[] = ['bottom', 'right'];

const rules: Readonly<Record<keyof Preferences, (value: unknown) => boolean>> = {
  isOpen: (value) => typeof value === 'boolean',
  tab: (value) => tabs.includes(value),
  position: (value) => positions.includes(value),
  height: isSize,
  width: isSize,
};

/** Another version of the library may have kept other things. */
function valid(kept: object): Preferences {
  const entries = Object.entries(kept).filter(
    // The cast holds: other names have no rule.
    ([name, value]) => Object.hasOwn(rules, name) && rules[name as keyof Preferences](value),
  );
  return Object.fromEntries(entries);
}

function isSize(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}
