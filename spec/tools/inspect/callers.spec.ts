import { componentIn, functionIn } from '../../../src/tools/inspect/callers.ts';

const chrome = `Error
    at new Caller (http://localhost:5173/node_modules/.vite/deps/streambed_inspect.js?v=1a:40:9)
    at StoreWatcher.renders (http://localhost:5173/node_modules/.vite/deps/streambed_inspect.js?v=1a:90:5)
    at useObserver (http://localhost:5173/node_modules/.vite/deps/streambed_react.js?v=1a:200:3)
    at useSuspense (http://localhost:5173/node_modules/.vite/deps/streambed_react.js?v=1a:300:3)
    at useUser (http://localhost:5173/src/useUser.ts?t=17:4:10)
    at UserPage (http://localhost:5173/src/UserPage.tsx:12:16)
    at Object.react_stack_bottom_frame (http://localhost:5173/node_modules/.vite/deps/react-dom_client.js?v=1a:9:1)`;

const firefox = `Caller@http://localhost/app.js:40:9
renders@http://localhost/app.js:90:5
useObserver@http://localhost/app.js:200:3
useSuspense@http://localhost/app.js:300:3
UserPage@http://localhost/app.js:412:16
renderWithHooks@http://localhost/app.js:9:1
`;

const node = `Error
    at new Caller (file:///app/node_modules/streambed/dist/esm/inspect.js:40:9)
    at EndpointStream.listen (file:///app/node_modules/streambed/dist/esm/core.js:700:3)
    at new Promise (<anonymous>)
    at Observable.subscribe (file:///app/node_modules/streambed/dist/esm/core.js:600:3)
    at Observable._trySubscribe (/app/node_modules/rxjs/dist/cjs/internal/Observable.js:41:25)
    at async showUsers (file:///app/src/main.ts:12:5)
    at file:///app/src/main.ts:30:1
    at node:internal/process/task_queues:95:5`;

const oneBundle = `Error
    at new Caller (http://localhost/app.js:40:9)
    at EndpointStream.listen (http://localhost/app.js:700:3)
    at EndpointStream.subscribe (http://localhost/app.js:600:3)
    at _Observable._trySubscribe (http://localhost/app.js:500:3)
    at showUsers (http://localhost/app.js:900:5)`;

describe('componentIn', () => {
  it('finds the component that calls the hook, past hooks of the program', () => {
    expect(componentIn(chrome)).toBe('UserPage');
    expect(componentIn(firefox)).toBe('UserPage');
  });

  it('finds nothing without a component', () => {
    expect(componentIn(node.replaceAll('Caller', 'caller'))).toBeUndefined();
    expect(componentIn('')).toBeUndefined();
  });
});

describe('functionIn', () => {
  it('finds the first function outside of the library and of packages', () => {
    const folder = 'file:///app/node_modules/streambed/dist/esm/';
    expect(functionIn(node, folder)).toBe('showUsers (main.ts:12)');
    expect(functionIn(node.replace('async showUsers (', '').replace('12:5)', '12:5'), folder)).toBe(
      'main.ts:12',
    );
  });

  it('goes by names if the program and the library are in one bundle', () => {
    expect(functionIn(oneBundle, 'http://localhost/')).toBe('showUsers (app.js:900)');
  });

  it('finds nothing in a stack of packages only', () => {
    expect(functionIn(node.split('\n').slice(0, 4).join('\n'), 'file:///app/')).toBeUndefined();
    expect(functionIn('', 'file:///app/')).toBeUndefined();
  });
});
