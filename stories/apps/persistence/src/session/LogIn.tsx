import { useLoading } from 'streambed/react';
import { logIn, type Session } from './session';

const users = [
  { id: 'amara', name: 'Amara Okafor' },
  { id: 'bjarne', name: 'Bjarne Lindqvist' },
];

export function LogIn({ onSession }: { onSession: (session: Session) => void }) {
  const [enter, isEntering, error] = useLoading(async (id: string) => onSession(await logIn(id)));
  return (
    <main>
      <h1>Log in as</h1>
      <div className="users">
        {users.map(({ id, name }) => (
          <button key={id} disabled={isEntering} onClick={() => void enter(id)}>
            {name}
          </button>
        ))}
      </div>
      {error && <p role="alert">Not logged in: {error.message}</p>}
    </main>
  );
}
