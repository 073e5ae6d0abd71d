import { NavigationContext } from '@react-navigation/native';
import { act, createElement } from 'react';
import { create } from 'react-test-renderer';
import { createStore, Endpoint } from 'streambed';
import { StoreProvider, useSuspense } from 'streambed/react';
import { probe } from './probe';

globalThis.IS_REACT_ACT_ENVIRONMENT = true;

const getName = new Endpoint(async () => 'Ann', { name: 'getName' });
const store = createStore();
store.setResponse(getName, 'Ann');

/** The events that a hook in a screen of React Navigation subscribes to. */
const heard = [];
const navigation = {
  isFocused: () => true,
  addListener: (type) => {
    heard.push(type);
    return () => {};
  },
};
const Name = () => createElement('Text', null, useSuspense(getName));
const tree = createElement(
  NavigationContext.Provider,
  { value: navigation },
  createElement(StoreProvider, { store }, createElement(Name)),
);

async function look() {
  let screen;
  await act(async () => {
    screen = create(tree);
  });
  const shown = screen.toJSON().children;
  await act(async () => screen.unmount());
  store.dispose();
  return { ...probe, shown, heard };
}

globalThis.probe = look();
