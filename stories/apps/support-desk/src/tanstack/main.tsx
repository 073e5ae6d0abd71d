import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DeskPage } from '../ui/DeskPage';
import '../ui/styles.css';
import * as parts from './parts';
import { queryClient } from './queries';
import { useEvents } from './useEvents';

function Desk() {
  useEvents();
  return <DeskPage title="Support desk, TanStack Query" parts={parts} />;
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Desk />
    </QueryClientProvider>
  </StrictMode>,
);
