import * as React from 'react';

/** Updates in a transition; synchronously in React 17, which has no transitions. */
export const inTransition: (update: () => void) => void =
  'startTransition' in React ? React.startTransition : (update) => update();
