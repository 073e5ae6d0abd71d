import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, useTransition, type ReactElement } from 'react';
import { useStore, useSuspense } from 'streambed/react';
import { getProfile } from '../resources/getProfile.ts';
import { getUsers } from '../resources/getUsers.ts';
import { PersonCard } from '../profiles/PersonCard.tsx';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';

const description =
  'A router knows what a page needs before the page renders. Here a button calls ' +
  '`store.fetchIfStale(getProfile, { id })` when the pointer enters it. The click shows the page in a transition. ' +
  'A fresh profile is not fetched again.';

function Person({ id }: { id: string }): ReactElement {
  return <PersonCard profile={useSuspense(getProfile, { id })} />;
}

function Directory(): ReactElement {
  const store = useStore();
  const users = useSuspense(getUsers).slice(0, 6);
  const [shown, show] = useState<string>();
  const [isPending, startTransition] = useTransition();
  // The page itself shows a failure.
  const prepare = (id: string): void => void store.fetchIfStale(getProfile, { id }).catch(() => {});
  return (
    <>
      <Card title="People" aside={isPending && 'loading …'}>
        <ul className="list" aria-label="People">
          {users.map(({ id, name }) => (
            <li key={id}>
              <Avatar name={name} />
              <span className="list-text list-title">{name}</span>
              <button
                type="button"
                className="button"
                aria-pressed={shown === id}
                onPointerEnter={() => prepare(id)}
                onFocus={() => prepare(id)}
                onClick={() => startTransition(() => show(id))}
              >
                Open
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {shown !== undefined && <Person id={shown} />}
    </>
  );
}

const meta: Meta<typeof Directory> = {
  title: 'Reading/Render as you fetch',
  component: Directory,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Render as you fetch' };
