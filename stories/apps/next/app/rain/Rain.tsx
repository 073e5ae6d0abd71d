'use client';

import { useLive } from 'streambed/react';
import { getRain } from '../data';

export function Rain() {
  const { mm } = useLive(getRain);
  return (
    <p className="reading">
      <strong>{mm.toFixed(1)} mm</strong>
    </p>
  );
}
