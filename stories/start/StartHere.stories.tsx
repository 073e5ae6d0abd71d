import type { Meta, StoryObj } from '@storybook/react-vite';
import type { ReactElement } from 'react';
import { Prose } from '../ui/Prose.tsx';

const description =
  'Each story is a small page that talks to the demo API. The card “Requests” shows what it really fetched; ' +
  '“Code of this story” at the end shows how it is made. Go through them in this order.';

interface Stop {
  readonly id: string;
  readonly name: string;
  /** What the story proves. */
  readonly shows: string;
}

const tour: readonly { readonly goal: string; readonly stops: readonly Stop[] }[] = [
  {
    goal: 'Read data',
    stops: [
      {
        id: 'reading-profiles--list-and-detail',
        name: 'List and detail',
        shows: 'The list brings the entities, so opening a person makes no request.',
      },
      {
        id: 'reading-profiles--detail-alone',
        name: 'Detail alone',
        shows: 'The same component without the list: one request.',
      },
      {
        id: 'reading-sequential-requests--sequential',
        name: 'Sequential requests',
        shows: 'The arguments of the second read come from the first one.',
      },
      {
        id: 'reading-conditional-requests--conditional',
        name: 'Conditional requests',
        shows: '`null` in place of arguments: no request, no suspending.',
      },
      {
        id: 'reading-errors--server-error',
        name: 'Server error',
        shows: 'A failure reaches the nearest error boundary, and a retry recovers.',
      },
      {
        id: 'reading-errors--not-found',
        name: 'Not found',
        shows: 'An entity that does not exist stays an error.',
      },
      {
        id: 'reading-typeahead--story',
        name: 'Typeahead',
        shows: 'Fast typing aborts requests that are no longer needed.',
      },
      {
        id: 'reading-render-as-you-fetch--story',
        name: 'Render as you fetch',
        shows: 'A request that starts on hover is joined by the page that the click opens.',
      },
    ],
  },
  {
    goal: 'Show lists',
    stops: [
      {
        id: 'lists-users-list--users-list',
        name: 'Users list',
        shows: 'Creating, renaming and deleting change the list; it is fetched once.',
      },
      {
        id: 'lists-paginated-posts--paginated-posts',
        name: 'Paginated posts',
        shows: 'Pages turn in a transition; a known page needs no request.',
      },
      {
        id: 'lists-feed-by-string-attribute--feed-by-string-attribute',
        name: 'Feed by string attribute',
        shows: 'One list of several types: an attribute selects the class.',
      },
      {
        id: 'lists-feed-by-function-attribute--feed-by-function-attribute',
        name: 'Feed by function attribute',
        shows: 'The same, selected by a function.',
      },
      {
        id: 'lists-feed-with-unmapped-items--feed-with-unmapped-items',
        name: 'Feed with unmapped items',
        shows: 'Items of unknown types keep their positions.',
      },
    ],
  },
  {
    goal: 'Change data',
    stops: [
      {
        id: 'changing-todos--todos',
        name: 'Todos',
        shows: 'Optimistic changes show at once, and are undone if the server refuses.',
      },
    ],
  },
  {
    goal: 'Stay up to date',
    stops: [
      {
        id: 'staying-up-to-date-expiry-playground--expiry-playground',
        name: 'Expiry playground',
        shows: 'Every transition between invalid, valid and stale, as it is emitted.',
      },
      {
        id: 'staying-up-to-date-river-gauges--story',
        name: 'River gauges',
        shows: 'One WebSocket for all rows, with polling, a lost connection and recovery.',
      },
    ],
  },
  {
    goal: 'Compose streams',
    stops: [
      {
        id: 'composing-streams-work-orders--story',
        name: 'Work orders',
        shows: '100,000 rows, 1,000 changes a second: a frame costs what changed in it.',
      },
      {
        id: 'composing-streams-without-hooks--without-hooks',
        name: 'Without hooks',
        shows: 'RxJS and the DOM alone.',
      },
    ],
  },
];

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
