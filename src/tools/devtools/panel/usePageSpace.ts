import { useLayoutEffect } from 'preact/hooks';
import type { DevtoolsPosition } from '../DevtoolsElement.ts';

interface Space {
  readonly position: DevtoolsPosition;
  readonly length: number;
}

/** The spaces of all open panels of the page. */
const spaces = new Set<Space>();
/** The page's own padding, while a panel is open. */
let own = { paddingBottom: '', paddingRight: '' };

/** Pads the page while the panel is open, so that its end can be scrolled to. */
export function usePageSpace(position: DevtoolsPosition, length: number): void {
  useLayoutEffect(() => {
    const { paddingBottom, paddingRight } = document.documentElement.style;
    if (spaces.size === 0) own = { paddingBottom, paddingRight };
    const space = { position, length };
    spaces.add(space);
    pad();
    return () => {
      spaces.delete(space);
      pad();
    };
  }, [position, length]);
}

function pad(): void {
  const { style } = document.documentElement;
  style.paddingBottom = largest('bottom') ?? own.paddingBottom;
  style.paddingRight = largest('right') ?? own.paddingRight;
}

function largest(position: DevtoolsPosition): string | undefined {
  const lengths = [...spaces].filter((space) => space.position === position);
  return lengths.length === 0
    ? undefined
    : `${Math.max(...lengths.map((space) => space.length))}px`;
}
