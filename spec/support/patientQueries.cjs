// How long `waitFor` and `findBy…` wait in vain. It ends a spec that hangs; the default, 1 s, also ended specs on a busy machine.
// Of the DOM library alone: Testing Library itself changes how React behaves in specs that do without it.
const library = require('react').version.startsWith('17.') ? 'rtl-12' : '@testing-library/react';
const dom = require.resolve('@testing-library/dom', { paths: [require.resolve(library)] });
require(dom).configure({ asyncUtilTimeout: 20_000 });
