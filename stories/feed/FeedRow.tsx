import type { ReactElement } from 'react';
import { Link } from '../resources/Link.ts';
import { Post } from '../resources/Post.ts';

/** A link, a post, or – for an item without a schema – the original object. */
export function FeedRow({ item }: { item: unknown }): ReactElement {
  if (item instanceof Link) {
    return (
      <li>
        <div className="list-text">
          <a className="list-title" href={item.url} target="_blank" rel="noreferrer">
            {item.title}
          </a>
          <div className="note">{new URL(item.url).hostname}</div>
        </div>
        <span className="tag">Link {item.pk()}</span>
      </li>
    );
  }
  if (item instanceof Post) {
    return (
      <li>
        <p className="list-text">{item.content}</p>
        <span className="tag">Post {item.pk()}</span>
      </li>
    );
  }
  return (
    <li>
      <pre className="list-text raw-object">{JSON.stringify(item, null, 2)}</pre>
      <span className="tag raw">as it came</span>
    </li>
  );
}
