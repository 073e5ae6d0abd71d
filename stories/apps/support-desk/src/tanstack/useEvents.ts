import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { client as page } from '../ui/client';

/** Fetches what is shown again after each change by another page or by the server. */
export function useEvents() {
  const client = useQueryClient();
  useEffect(() => {
    const events = new EventSource(`/api/events?client=${page}`);
    const invalidate = () => void client.invalidateQueries({ queryKey: ['tickets'] });
    events.addEventListener('message', invalidate);
    // After a reconnect, what was missed.
    let isOpen = false;
    events.addEventListener('open', () => {
      if (isOpen) invalidate();
      isOpen = true;
    });
    return () => events.close();
  }, [client]);
}
