import * as React from 'react';

/** Updates in a transition; at once with React 17, which has none. */
export const inTransition: (update: () => void) => void =
  'startTransition' in React ? React.startTransition : (update) => update();
