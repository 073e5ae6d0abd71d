import { Suspense } from 'react';
import { Me } from './Me';
import { UserName } from './UserName';

export default function Home() {
  return (
    <main>
      <h1>Users</h1>
      <Suspense fallback={<p>waiting for you</p>}>
        <Me />
      </Suspense>
      <Suspense fallback={<p>waiting for Ann</p>}>
        <UserName id="ann" />
      </Suspense>
      <Suspense fallback={<p>waiting for Bob</p>}>
        <UserName id="slow-bob" />
      </Suspense>
    </main>
  );
}
