import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { getProfile } from '../resources/getProfile.ts';
import { getUsers } from '../resources/getUsers.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { PersonCard } from './PersonCard.tsx';

const description =
  'One component has two reads: the users, then the profile of the first user. The code after a ' +
  'read runs when its data is there.';

function FirstUser(): ReactElement {
  const users = useSuspense(getUsers);
  const first = users[0];
  const profile = useSuspense(getProfile, first ? { id: first.id } : null);
  return (
    <>
      <Card title="First the users" aside={`${users.length} users`}>
        <ul className="list" aria-label="First user">
          {first && (
            <li>
              <Avatar name={first.name} />
              <span className="list-text list-title">{first.name}</span>
              <span className="tag">id {first.id}</span>
            </li>
          )}
        </ul>
      </Card>
      {profile && <PersonCard profile={profile} />}
    </>
  );
}

const meta: Meta<typeof FirstUser> = {
  title: 'Reading/Sequential requests',
  component: FirstUser,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Sequential: StoryObj<typeof meta> = { name: 'Sequential requests' };
