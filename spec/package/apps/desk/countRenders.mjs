/**
 * Runs in the page, before its scripts: counts the components that React renders, also in a production build. React reports each commit to
 * the hook of its devtools, and marks the fibers that rendered in it.
 */
export function countRenders() {
  const PERFORMED_WORK = 1;
  const components = new Set([0, 11, 15]);
  const hook = {
    isDisabled: false,
    supportsFiber: true,
    checkDCE() {},
    inject: () => 1,
    onCommitFiberUnmount() {},
    onPostCommitFiberRoot() {},
    onCommitFiberRoot: (_, { current }) => visit(current, current.alternate),
  };
  Object.assign(window, { renders: 0, __REACT_DEVTOOLS_GLOBAL_HOOK__: hook });

  function visit(fiber, before) {
    if (components.has(fiber.tag) && fiber.flags & PERFORMED_WORK) window.renders++;
    // Children that are the same objects took no part in the commit.
    if (before && fiber.child === before.child) return;
    for (let child = fiber.child; child; child = child.sibling) visit(child, child.alternate);
  }
}
