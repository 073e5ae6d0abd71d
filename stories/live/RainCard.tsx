import type { ReactElement } from 'react';
import { useLive } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { Ago } from './Ago.tsx';
import { getRain } from './getRain.ts';

/**
 * The rain of the last hour, polled every two seconds while it is mounted and the page is visible.
 */
export function RainCard(): ReactElement {
  const { mm, at } = useLive(getRain);
  return (
    <Card title="Rain in the last hour" aside={<code>pollFrequency: 2_000</code>}>
      <p className="rain">
        <span className="rain-value">
          <data value={mm}>{mm.toFixed(1)}</data> mm
        </span>
        <Ago at={at} />
      </p>
    </Card>
  );
}
