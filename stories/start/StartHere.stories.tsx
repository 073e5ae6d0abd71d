import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Code } from '../ui/Code.tsx';
import { Prose } from '../ui/Prose.tsx';
import { tour } from './tour.ts';

const { './program.tsx': program } = import.meta.glob<string>('./program.tsx', {
  query: '?raw',
  import: 'default',
  eager: true,
});

const description =
  'Streambed keeps the data of a server in one normalized store, and gives it out as RxJS streams. An endpoint ' +
  'describes a request, a schema its response. Two components that show the same record always show the same value; ' +
  'in React, `useSuspense` reads a stream and suspends until its first value.';

function Tour(): ReactElement {
  return (
    <div className="start">
      <section className="card">
        <h2>A whole program</h2>
        <Code text={program} />
        <p className="note">
          Each story below is a small page that talks to a demo API. Its card “Requests” shows what
          it really fetched, “Code of this story” shows how it is made, and the button in the corner
          opens devtools.
        </p>
      </section>
      <div className="tour">
        {tour.map(({ goal, stops }) => (
          <section key={goal} className="card">
            <h2>{goal}</h2>
            <ul>
              {stops.map(({ id, question, name, shows }) => (
                <li key={id}>
                  <a href={`./?path=/story/${id}`} target="_top">
                    {question}
                  </a>
                  <p>
                    <b>{name}.</b> <Prose text={shows} />
                  </p>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
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
