import { useEffect } from 'preact/hooks';
import type { DevtoolsPosition } from '../DevtoolsElement.ts';

/** Pads the page while the panel is open, so that its end can be scrolled to. */
export function usePageSpace(position: DevtoolsPosition, length: number): void {
  useEffect(() => {
    const { style } = document.documentElement;
    const name = position === 'right' ? 'paddingRight' : 'paddingBottom';
    const before = style[name];
    style[name] = `${length}px`;
    return () => {
      style[name] = before;
    };
  }, [position, length]);
}
