import { useLoading, useStore, useSuspense } from 'streambed/react';
import { messageOf } from '../messageOf';
import { RowWindow } from './RowWindow';
import { StationResource } from './Station';

export function StationsPage() {
  const store = useStore();
  const stations = useSuspense(StationResource.getList);
  const [refresh, isRefreshing, error] = useLoading(() => store.fetch(StationResource.getList));
  return (
    <>
      <div className="title">
        <h1>
          {stations.length === 1 ? '1 station' : `${stations.length.toLocaleString('en')} stations`}
        </h1>
        <button disabled={isRefreshing} onClick={() => void refresh()}>
          Refresh
        </button>
      </div>
      {error && <p role="alert">Not refreshed: {messageOf(error)}</p>}
      {stations.length === 0 ? (
        <p className="note">You have no station.</p>
      ) : (
        <RowWindow label="Stations" rows={stations}>
          {({ id, name, level, note }) => (
            <>
              <a href={`#/stations/${id}`}>{name}</a>
              <span className="note grow">{note}</span>
              <span>{level} cm</span>
            </>
          )}
        </RowWindow>
      )}
    </>
  );
}
