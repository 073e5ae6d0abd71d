import { useSyncExternalStore } from 'react';
import { useStorageStatus } from 'streambed/react';

const notes = {
  opening: '',
  storage: 'Stored on this device',
  memory: 'Not stored',
  outdated: 'Reload to get the latest version',
};

/** Where the data of the page is kept, and whether the device is offline. */
export function StorageNote() {
  const status = useStorageStatus();
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <span role="status">
      {notes[status]}
      {!isOnline && <b className="offline">Offline</b>}
    </span>
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
