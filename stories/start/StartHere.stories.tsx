import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Prose } from '../ui/Prose.tsx';
import { tour } from './tour.ts';

const description =
  'Each story is a small page that talks to the demo API. The card “Requests” shows what it really fetched; ' +
  '“Code of this story” at the end shows how it is made. Go through them in this order.';

function Tour(): ReactElement {
  return (
    <div className="tour">
      {tour.map(({ goal, stops }) => (
        <section key={goal} className="card">
          <h2>{goal}</h2>
          <ul>
            {stops.map(({ id, name, shows }) => (
              <li key={id}>
                <a href={`./?path=/story/${id}`} target="_top">
                  {name}
                </a>
                <p>
                  <Prose text={shows} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const meta: Meta<typeof Tour> = {
  title: 'Start here',
  component: Tour,
  parameters: { hasRequests: false, docs: { description: { component: description } } },
};

export default meta;

export const StartHere: StoryObj<typeof meta> = { name: 'Start here' };
