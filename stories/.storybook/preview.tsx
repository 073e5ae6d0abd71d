import type { Preview } from '@storybook/react-vite';
import { Stage } from '../ui/Stage.tsx';
import '../ui/styles.css';

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    options: {
      storySort: {
        order: [
          'All',
          ['Users list'],
          'Resources',
          'Suspense',
          ['Profiles'],
          'Hooks',
          'Live',
          'Streams',
        ],
      },
    },
  },
  decorators: [
    (Story, { id, title, name, parameters }) => {
      const [group = '', component = name] = title.split('/');
      return (
        <Stage
          key={id}
          group={group}
          title={name === component ? name : `${component}: ${name}`}
          description={parameters.docs.description.component}
        >
          <Story />
        </Stage>
      );
    },
  ],
};

export default preview;
