import { useSuspense } from 'streambed/react';
import { getProfile } from './Profile';

export function PersonPage({ id }: { id: string }) {
  const profile = useSuspense(getProfile, { id });
  return (
    <article>
      <h1>{profile.fullName}</h1>
      <p>{profile.bio}</p>
      <p>
        <a href="#/people">All people</a>
      </p>
    </article>
  );
}
