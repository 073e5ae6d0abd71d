import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createStore } from 'streambed';
import { StoreProvider } from 'streambed/react';
import { DeskPage } from '../ui/DeskPage';
import '../ui/styles.css';
import { followDesk } from './followDesk';
import * as parts from './parts';

const store = createStore({ plugins: [followDesk] });

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StoreProvider store={store}>
      <DeskPage title="Support desk" parts={parts} />
    </StoreProvider>
  </StrictMode>,
);
