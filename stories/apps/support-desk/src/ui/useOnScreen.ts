import { type RefObject, useEffect, useRef } from 'react';

/** Calls the function after each render in which the element is on the screen, or close to it. */
export function useOnScreen<T extends Element>(onScreen: () => void): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onScreen();
      },
      { rootMargin: '300px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  });
  return element;
}
