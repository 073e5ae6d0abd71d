import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { SightingResource } from './Sighting.ts';

/** The sightings of today. A reported one joins them. */
export function SightingList(): ReactElement {
  const sightings = useSuspense(SightingResource.getList);
  return (
    <Card title="Seen today" aside={<span aria-live="polite">{sightings.length} reports</span>}>
      <ul className="list" aria-label="Sightings">
        {sightings.map(({ id, species, spot, count }) => (
          <li key={id}>
            <span className="list-text list-title">{species}</span>
            <span className="note">{spot}</span>
            <span className="tag">× {count}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
