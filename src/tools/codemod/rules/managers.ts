import type { Rule } from './Rule.ts';

const classes = [
  'DevToolsManager',
  'IdlingNetworkManager',
  'LogoutManager',
  'NetworkManager',
  'SubscriptionManager',
];

/** Managers are plugins, interceptors and live sources: a person decides which. */
export const managers: Rule = (node, source) => {
  const { ts } = source;
  if (!ts.isClassLike(node)) return;
  const bases = (node.heritageClauses ?? []).flatMap(({ types }) => [...types]);
  const isManager = bases.some(({ expression }) =>
    ['Manager', ...classes].includes(source.origins.nameOf(expression)),
  );
  if (isManager) {
    source.look(
      node,
      'a Manager: a plugin of the store (docs/live.md#plugins), an interceptor, or webSocketSource for sockets',
    );
  }
};
