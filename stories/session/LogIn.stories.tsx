import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, type ReactElement } from 'react';
import { expect } from 'storybook/test';
import { AsyncBoundary, useObservable } from 'streambed/react';
import { ErrorPanel } from '../ui/ErrorPanel.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LogInForm } from './LogInForm.tsx';
import { OwnNotes } from './OwnNotes.tsx';
import { authorize, forgetAtLogOut, token$ } from './session.ts';

const description =
  'An interceptor adds the token to each request, and forgets it when the server responds with 401. A plugin resets the ' +
  'store when the token is gone. Log in, log out, and log in as the other person: the page never shows the notes of ' +
  'the first one. Both have the same key, `/me/notes`.';

function Session(): ReactElement {
  const token = useObservable(token$, '');
  useEffect(() => () => token$.next(''), []);
  if (token === '') return <LogInForm />;
  return (
    <AsyncBoundary fallback={<Skeleton rows={3} />} errorComponent={ErrorPanel}>
      <OwnNotes />
    </AsyncBoundary>
  );
}

const meta: Meta<typeof Session> = {
  title: 'Changing/Log in and out',
  component: Session,
  parameters: {
    store: { interceptors: [authorize], plugins: [forgetAtLogOut] },
    docs: { description: { component: description } },
  },
};

export default meta;

export const Story: StoryObj<typeof meta> = { name: 'Log in and out' };

/** One person after the other. */
export const NextPerson: StoryObj<typeof meta> = {
  name: 'The next person',
  async play({ canvas, userEvent }) {
    async function logInAs(name: string): Promise<void> {
      await userEvent.selectOptions(await canvas.findByLabelText('Name'), name);
      await userEvent.type(canvas.getByLabelText('Password'), 'river');
      await userEvent.click(canvas.getByRole('button', { name: 'Log in' }));
    }
    await logInAs('Amara Okafor');
    await canvas.findByText('Buy paint for the jetty');
    await userEvent.click(canvas.getByRole('button', { name: 'Log out' }));
    await logInAs('Bjarne Lindqvist');
    await canvas.findByText('Return the borrowed oars');
    await expect(canvas.queryByText('Buy paint for the jetty')).toBeNull();
  },
};
