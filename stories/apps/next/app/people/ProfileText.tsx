'use client';

import { useSuspense } from 'streambed/react';
import { getProfile } from '../data';

export function ProfileText({ id }: { id: string }) {
  const profile = useSuspense(getProfile, { id });
  return (
    <article>
      <h3>{profile.fullName}</h3>
      <p>{profile.bio}</p>
    </article>
  );
}
