import type { Meta, StoryObj } from '@storybook/react-vite';
import { useId, useState, type ReactElement } from 'react';
import { AsyncBoundary, useSuspense } from 'streambed/react';
import { getProfile } from '../resources/getProfile.ts';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PersonCard } from './PersonCard.tsx';

const description =
  '`useSuspense(getProfile, id ? { id } : null)` returns `undefined` until you choose a person. Then ' +
  'it fetches the profile.';

const people = { '1': 'Amara Okafor', '5': 'Elif Yıldız', '8': 'Hana Kobayashi' };

function Chosen({ id }: { id: string }): ReactElement {
  const profile = useSuspense(getProfile, id ? { id } : null);
  if (!profile) return <p className="empty">No person is chosen, so the hook sends no request.</p>;
  return <PersonCard profile={profile} />;
}

function ConditionalRead(): ReactElement {
  const fieldId = useId();
  const [id, setId] = useState('');
  return (
    <>
      <Card title="Whose profile?">
        <div className="field">
          <label htmlFor={fieldId}>Person</label>
          <select
            id={fieldId}
            className="input"
            value={id}
            onChange={(event) => setId(event.target.value)}
          >
            <option value="">None</option>
            {Object.entries(people).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </div>
      </Card>
      <AsyncBoundary fallback={<Skeleton rows={1} />} errorComponent={ErrorPanel}>
        <Chosen id={id} />
      </AsyncBoundary>
    </>
  );
}

const meta: Meta<typeof ConditionalRead> = {
  title: 'Reading/Conditional requests',
  component: ConditionalRead,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Conditional: StoryObj<typeof meta> = { name: 'Conditional requests' };
