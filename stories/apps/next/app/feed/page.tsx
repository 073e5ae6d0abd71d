import { Boundary } from '../Boundary';
import { Feed } from './Feed';

export default function FeedPage() {
  return (
    <>
      <h1>Feed</h1>
      <Boundary name="feed">
        <Feed />
      </Boundary>
    </>
  );
}
