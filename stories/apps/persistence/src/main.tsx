import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { continueSession } from './session/session';
import './styles.css';

// In development Vite serves modules that no list of files names.
if (import.meta.env.PROD) void navigator.serviceWorker?.register('/offline.js');

const session = await continueSession();

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App session={session} />
  </StrictMode>,
);
