import type { ReactElement } from 'react';
import { useSuspense } from 'streambed/react';
import { Avatar } from '../ui/Avatar.tsx';
import { Card } from '../ui/Card.tsx';
import { PersonResource } from './people.ts';

/** All people; the chosen one is marked. */
export function PeopleList(props: {
  chosen: string;
  onChoose: (id: string) => void;
}): ReactElement {
  const people = useSuspense(PersonResource.getList);
  return (
    <Card title="People" aside={`${people.length} people`}>
      <ul aria-label="People" className="stored-people">
        {people.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              className="choice"
              aria-current={id === props.chosen}
              onClick={() => props.onChoose(id)}
            >
              <Avatar name={name} />
              {name}
            </button>
          </li>
        ))}
      </ul>
    </Card>
  );
}
