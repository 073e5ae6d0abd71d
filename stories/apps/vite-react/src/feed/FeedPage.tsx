import { type DataOf } from 'streambed';
import { useSuspense } from 'streambed/react';
import { getFeed } from './FeedItem';

export function FeedPage() {
  const items = useSuspense(getFeed);
  return (
    <>
      <h1>Feed</h1>
      <ul className="rows" aria-label="Feed">
        {items.map((item) => (
          <li key={item.id}>
            <Item item={item} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Item({ item }: { item: DataOf<typeof getFeed>[number] }) {
  switch (item.type) {
    case 'link':
      return <a href={item.url}>{item.title}</a>;
    case 'post':
      return <p>{item.content}</p>;
    default:
      return <p className="note">An item of a type that this app does not know.</p>;
  }
}
