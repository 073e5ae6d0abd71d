import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { StreambedDevtools } from 'streambed/devtools/react';
import { StoreProvider } from 'streambed/react';
import { App } from './App';
import { store } from './store';
import './styles.css';

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <StoreProvider store={store}>
      <App />
      <StreambedDevtools />
    </StoreProvider>
  </StrictMode>,
);
