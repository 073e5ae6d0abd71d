/** What the scenarios of React need from the bundle: the same copies that the apps use. */
export { createRoot } from 'react-dom/client';
export { flushSync } from 'react-dom';
export { probe } from './probe.js';
export { bareApp } from './bareApp.js';
export { ShownRows } from './views.js';
