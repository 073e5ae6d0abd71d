import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { AsyncBoundary, useSuspense } from 'streambed/react';
import { getUsers } from '../resources/getUsers.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { CreateUserForm } from './CreateUserForm.tsx';
import { UserRow } from './UserRow.tsx';

const description =
  '`schema.All` reads every user in the cache. Create, rename or delete one: the response of that ' +
  'request changes the list. The card “Requests” counts one request for the list.';

function Users(): ReactElement {
  const users = useSuspense(getUsers);
  return (
    <Card title="Users" aside={<span aria-live="polite">{users.length} users</span>}>
      {users.length === 0 ? (
        <p className="empty">No users left. Add one above.</p>
      ) : (
        <ul className="list" aria-label="Users">
          {users.map((user) => (
            <UserRow key={user.pk()} user={user} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function UsersPage(): ReactElement {
  return (
    <>
      <CreateUserForm />
      <AsyncBoundary fallback={<Skeleton rows={6} />} errorComponent={ErrorPanel}>
        <Users />
      </AsyncBoundary>
    </>
  );
}

const meta: Meta<typeof UsersPage> = {
  title: 'Lists/Users list',
  component: UsersPage,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const UsersList: StoryObj<typeof meta> = { name: 'Users list' };
