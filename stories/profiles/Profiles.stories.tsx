import type { Meta, StoryObj } from '@storybook/react-vite';
import { useState, type ReactElement } from 'react';
import { AsyncBoundary, useSuspense } from 'streambed/react';
import { ProfileResource } from '../resources/ProfileResource.ts';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PersonCard } from './PersonCard.tsx';

const description =
  'The list and the detail have an endpoint each. While the list is fresh, the store knows the ' +
  'entity that the detail asks for.';

function Detail({ id }: { id: string }): ReactElement {
  const profile = useSuspense(ProfileResource.get, { id });
  return <PersonCard profile={profile} />;
}

function ListWithDetail(): ReactElement {
  const profiles = useSuspense(ProfileResource.getList);
  const [id, setId] = useState(profiles[0]?.id);
  return (
    <div className="split">
      <Card title="Profiles" aside={`${profiles.length} people`}>
        <ul aria-label="Profiles">
          {profiles.map((profile) => (
            <li key={profile.pk()}>
              <button
                type="button"
                className="choice"
                aria-current={profile.id === id}
                onClick={() => setId(profile.id)}
              >
                <Avatar name={profile.fullName} />
                {profile.fullName}
              </button>
            </li>
          ))}
        </ul>
      </Card>
      {id !== undefined && (
        <AsyncBoundary fallback={<Skeleton rows={1} />} errorComponent={ErrorPanel}>
          <Detail id={id} />
        </AsyncBoundary>
      )}
    </div>
  );
}

const meta: Meta = {
  title: 'Reading/Profiles',
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const ListAndDetail: StoryObj = {
  name: 'List and detail',
  render: () => <ListWithDetail />,
};

export const DetailAlone: StoryObj = { name: 'Detail alone', render: () => <Detail id="3" /> };
