import { createElement } from 'react';

/** Stands in for Babel's helper of that name, whose elements are of the kind before React 19. */
export default function jsx(type, props, key, ...children) {
  return createElement(type, key === undefined ? props : { ...props, key }, ...children);
}
