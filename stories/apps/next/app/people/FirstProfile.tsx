'use client';

import { useSuspense } from 'streambed/react';
import { UserResource } from '../data';
import { ProfileText } from './ProfileText';

/** Needs two responses, one after the other. The server sends the page before it has the second. */
export function FirstProfile() {
  const [first] = useSuspense(UserResource.getList);
  return first ? <ProfileText id={first.id} /> : <p className="note">There are no people.</p>;
}
