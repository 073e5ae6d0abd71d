import type { Preview } from '@storybook/react-vite';
import { proofOf } from '../start/tour.ts';
import { Stage } from '../ui/Stage.tsx';
import '../ui/styles.css';

const preview: Preview = {
  parameters: {
    layout: 'fullscreen',
    options: {
      storySort: {
        order: [
          'Start here',
          'Reading',
          [
            'Profiles',
            'Sequential requests',
            'Conditional requests',
            'Errors',
            'Typeahead',
            'Render as you fetch',
          ],
          'Lists',
          [
            'Users list',
            'Paginated posts',
            'Infinite journal',
            'Feed by string attribute',
            'Feed by function attribute',
            'Feed with unmapped items',
          ],
          'Changing',
          'Staying up to date',
          'Storing',
          'Composing streams',
          'Devtools',
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
          group={component === group ? 'Streambed' : group}
          title={name === component ? name : `${component}: ${name}`}
          proof={proofOf(id)}
          description={parameters.docs.description.component}
          options={parameters.store}
          file={parameters.hasRequests === false ? undefined : parameters.fileName}
        >
          <Story />
        </Stage>
      );
    },
  ],
};

export default preview;
