import type { ReactElement } from 'react';
import { Link } from '../resources/Link.ts';
import { Post } from '../resources/Post.ts';
import { Card } from '../ui/Card.tsx';
import { FeedRow } from './FeedRow.tsx';

/** A feed with its items in the given order, and their number per type. */
export function FeedCard({ items }: { items: readonly unknown[] }): ReactElement {
  const links = items.filter((item) => item instanceof Link).length;
  const posts = items.filter((item) => item instanceof Post).length;
  const others = items.length - links - posts;
  const counts = [
    `${links} Link`,
    `${posts} Post`,
    ...(others > 0 ? [`${others} as they came`] : []),
  ];
  return (
    <Card title="Feed" aside={counts.join(' · ')}>
      <ul className="list" aria-label="Feed">
        {items.map((item, index) => (
          <FeedRow key={index} item={item} />
        ))}
      </ul>
    </Card>
  );
}
