import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { getPhotos, sizeText } from './photos.ts';

/** The photos that the server has. A sent one joins them. */
export function PhotoList(): ReactElement {
  const photos = useSuspense(getPhotos);
  return (
    <Card title="Photos" aside={`${photos.length} photos`}>
      <ul className="list" aria-label="Photos">
        {photos.map(({ id, name, size }) => (
          <li key={id}>
            <span className="list-text list-title">{name}</span>
            <span className="note">{sizeText(size)}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
