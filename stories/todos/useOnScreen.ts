import { useEffect, useRef, type RefObject } from 'react';

/**
 * Calls the latest `onShow` when the element becomes visible, and after each render while it is.
 */
export function useOnScreen<E extends Element>(onShow: () => void): RefObject<E | null> {
  const element = useRef<E>(null);
  const isShown = useRef(false);
  const latest = useRef(onShow);

  useEffect(() => {
    latest.current = onShow;
    if (isShown.current) onShow();
  });

  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      // A busy page gets several entries at once; the last one counts.
      isShown.current = entries.at(-1)!.isIntersecting;
      if (isShown.current) latest.current();
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);

  return element;
}
