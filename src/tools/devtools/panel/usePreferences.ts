import { useEffect, useState } from 'preact/hooks';
import { skip } from 'rxjs';
import type { DevtoolsPosition, DevtoolsSettings } from '../DevtoolsElement.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import { keepPreferences, type Preferences, readPreferences } from './preferences.ts';

const DEFAULT_SIZE = { bottom: 340, right: 480 } as const;

/** How the panel is shown. */
export interface PanelLayout {
  readonly position: DevtoolsPosition;
  /** px: its height at the bottom, its width at the right. */
  readonly size: number;
  readonly setPosition: (position: DevtoolsPosition) => void;
  readonly setSize: (size: number) => void;
}

/** The layout that the user chose, else that of the settings. Restores whether and where it was open. */
export function usePreferences(
  session: DevtoolsSession,
  { initialIsOpen = false, position: givenPosition = 'bottom' }: DevtoolsSettings,
): PanelLayout {
  const [kept, setKept] = useState(readPreferences);
  const position = kept.position ?? givenPosition;

  useEffect(() => {
    const { isOpen = initialIsOpen, tab } = readPreferences();
    // A program may have opened a route before the panel was loaded.
    if (!session.canGoBack && tab) session.route$.next({ tab });
    if (isOpen) session.isOpen$.next(true);
  }, [session, initialIsOpen]);

  const change = (changes: Preferences): void => {
    keepPreferences({ ...readPreferences(), ...changes });
    setKept((before) => ({ ...before, ...changes }));
  };
  const size = (position === 'right' ? kept.width : kept.height) ?? DEFAULT_SIZE[position];
  return {
    position,
    size,
    setPosition: (next) => change({ position: next }),
    setSize: (next) => change(position === 'right' ? { width: next } : { height: next }),
  };
}

/** Keeps whether the panel is open, and its tab, from the first change on. */
export function useKeptRoute(session: DevtoolsSession): void {
  useEffect(() => {
    const keep = (changes: Preferences): void => {
      keepPreferences({ ...readPreferences(), ...changes });
    };
    const kept = session.isOpen$.pipe(skip(1)).subscribe((isOpen) => keep({ isOpen }));
    kept.add(session.route$.pipe(skip(1)).subscribe(({ tab }) => keep({ tab })));
    return () => kept.unsubscribe();
  }, [session]);
}
