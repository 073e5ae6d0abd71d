import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { expect } from 'storybook/test';
import { AsyncBoundary } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { SightingFields } from './SightingFields.tsx';
import { SightingList } from './SightingList.tsx';
import './sightings.css';

const description =
  '`useMutation` has the state of the request; `body` of its `NetworkError` is the JSON of the server: 422 with one ' +
  'text per field. Send the form as it is, then report the kingfisher at the old mill: only the server knows that it ' +
  'was reported. An accepted report joins the list without a refetch.';

function SightingPage(): ReactElement {
  return (
    <>
      <Card title="Report a sighting">
        <SightingFields />
      </Card>
      <AsyncBoundary fallback={<Skeleton />} errorComponent={ErrorPanel}>
        <SightingList />
      </AsyncBoundary>
    </>
  );
}

const meta: Meta<typeof SightingPage> = {
  title: 'Changing/Form with field errors',
  component: SightingPage,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Form with field errors' };

/** A report that only the server can refuse. */
export const Refused: StoryObj<typeof meta> = {
  name: 'Refused',
  async play({ canvas, userEvent }) {
    await userEvent.type(await canvas.findByLabelText('Animal'), 'Kingfisher');
    await userEvent.selectOptions(canvas.getByLabelText('Where'), 'Old mill');
    await userEvent.click(canvas.getByRole('button', { name: 'Report' }));
    await canvas.findByRole('alert');
    await expect(canvas.getByLabelText('Animal')).toBeInvalid();
    await expect(canvas.getByLabelText('Animal')).toHaveValue('Kingfisher');
    await expect(canvas.getByLabelText('Where')).toBeValid();
    await expect(canvas.getByLabelText('Your e-mail address')).toBeInvalid();
  },
};
