import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './folders.mjs';

const folder = join(root, 'node_modules', 'use-sync-external-store');
const file = join(folder, 'cjs', 'use-sync-external-store-shim.production.js');

/** What makes an ES module of the file: each text is in it once. */
const changes = [
  ['"use strict";\n', ''],
  ['var React = require("react");', "import * as React from 'react';"],
  // Bundlers warn about `React.useSyncExternalStore`, which React 17 does not export.
  [
    /exports\.useSyncExternalStore =\s+void 0 !== React\.useSyncExternalStore \? React\.useSyncExternalStore : shim;/,
    "const name = 'useSyncExternalStore';\nexport const useSyncExternalStore = React[name] || shim;",
  ],
];

/**
 * For Rollup. The package has its own copy of the shim of `useSyncExternalStore`: as a dependency the shim would bring its peer React into
 * programs without React. Its code for development only warns about snapshots that change in each render, which ours do not.
 */
export const shimAsModule = {
  name: 'shim as a module',
  resolveId(source) {
    return source === 'use-sync-external-store/shim' ? file : undefined;
  },
  load(id) {
    if (id !== file) return undefined;
    return changes.reduce(
      (text, [from, to]) => {
        const parts = text.split(from);
        if (parts.length !== 2)
          throw new Error(`use-sync-external-store is another version: ${from}`);
        return parts.join(to);
      },
      readFileSync(file, 'utf8'),
    );
  },
};
