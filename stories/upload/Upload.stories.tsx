import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { AsyncBoundary } from 'streambed/react';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { PhotoList } from './PhotoList.tsx';
import { PhotoUpload } from './PhotoUpload.tsx';
import './upload.css';

const description =
  '`UploadEndpoint` is a `RestEndpoint` that calls `onProgress` while the body is sent; `signal` cancels it. It ' +
  'sends by `XMLHttpRequest`, which the card “Requests” does not see. The response is an entity like any other: the ' +
  'photo joins the list without a refetch. The server refuses a file that is not a picture.';

function Upload(): ReactElement {
  return (
    <>
      <PhotoUpload />
      <AsyncBoundary fallback={<Skeleton rows={2} />} errorComponent={ErrorPanel}>
        <PhotoList />
      </AsyncBoundary>
    </>
  );
}

const meta: Meta<typeof Upload> = {
  title: 'Changing/Upload with progress',
  component: Upload,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Upload with progress' };
