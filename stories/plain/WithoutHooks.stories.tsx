import type { Meta, StoryObj } from '@storybook/react-vite';
import { useEffect, useRef, type ReactElement } from 'react';
import { useStore } from 'streambed/react';
import { runDirectory } from './runDirectory.ts';

const description =
  'A plain function takes the store and an element. It combines the streams of the users, their ' +
  'profiles and the search field, and writes the values into the page. React only mounts the empty ' +
  'element.';

function Container(): ReactElement {
  const store = useStore();
  const element = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const running = runDirectory(store, element.current!);
    return () => running.unsubscribe();
  }, [store]);

  return <div ref={element} className="stage-main" />;
}

const meta: Meta<typeof Container> = {
  title: 'Composing streams/Without hooks',
  component: Container,
  parameters: { docs: { description: { component: description } } },
};

export default meta;

export const WithoutHooks: StoryObj<typeof meta> = { name: 'Without hooks' };
