import { Boundary } from '../Boundary';
import { Posts } from './Posts';

export default function PostsPage() {
  return (
    <>
      <h1>Posts</h1>
      <Boundary name="posts">
        <Posts />
      </Boundary>
    </>
  );
}
