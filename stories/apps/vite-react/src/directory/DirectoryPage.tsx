import { useFetch, useStream, useSuspense } from 'streambed/react';
import { getProfiles } from '../people/Profile';
import { UserResource } from '../people/User';
import { directory$, search$ } from './directory';

export function DirectoryPage() {
  // `directory$` fetches nothing: these hooks do, both requests at the same time.
  useFetch(getProfiles);
  useSuspense(UserResource.getList);
  useSuspense(getProfiles);
  const { entries, total } = useStream(directory$);
  return (
    <>
      <h1>Directory</h1>
      <input
        type="search"
        aria-label="Search"
        placeholder="Search names and profiles"
        defaultValue={search$.value}
        onChange={(event) => search$.next(event.target.value)}
      />
      <p role="status">
        {entries.length} of {total}
      </p>
      <ul className="rows" aria-label="Directory">
        {entries.map(({ id, name, bio }) => (
          <li key={id}>
            <div className="grow">
              <strong>{name}</strong>
              <p className="note">{bio ?? 'No profile'}</p>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}
