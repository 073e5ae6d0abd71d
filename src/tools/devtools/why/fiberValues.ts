/** A value that React has for an element or a component around it. */
export interface FiberValue {
  readonly value: object;
  /** The component, such as `UserRow`. */
  readonly component: string;
  /** Where the component has it: `props.user`, `hook 2`. */
  readonly where: string;
}

/** The parts of React's fibers that are read. They are not public: each may be missing. */
interface Fiber {
  readonly type?: unknown;
  readonly return?: Fiber | null;
  readonly memoizedProps?: unknown;
  readonly memoizedState?: unknown;
  /** The fiber of the render before, or of the next one: an element knows only one of the two. */
  readonly alternate?: Fiber | null;
}

/** Enough for the depth of real pages. */
const MAX_PARENTS = 200;
/** Hooks of one component. */
const MAX_HOOKS = 100;

/**
 * The objects in the props and hooks of the components around an element, the nearest first. Nothing
 * is written, and what a version of React does not have is passed over. Only frozen objects: the
 * store freezes what observers get, in development.
 */
export function* fiberValues(element: Element): Generator<FiberValue> {
  const seen = new Set<object>();
  let fiber = fiberOf(element);
  for (let i = 0; fiber && i < MAX_PARENTS; i++, fiber = readFiber(fiber.return)) {
    const component = nameOf(fiber.type);
    // Props of plain elements are texts, styles and handlers.
    if (component === undefined) continue;
    for (const [where, value] of [...valuesOf(fiber), ...valuesOf(readFiber(fiber.alternate))]) {
      if (seen.has(value) || !Object.isFrozen(value)) continue;
      seen.add(value);
      yield { value, component, where };
    }
  }
}

/** The component that rendered an element; `undefined` on pages without React. */
export function componentOf(element: Element): string | undefined {
  let fiber = fiberOf(element);
  for (let i = 0; fiber && i < MAX_PARENTS; i++, fiber = readFiber(fiber.return)) {
    const name = nameOf(fiber.type);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** React keeps the fiber under a name with a random end. The parents of an element may have one. */
function fiberOf(element: Element): Fiber | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    for (const name of Object.keys(at)) {
      if (!/^__react(?:Fiber|InternalInstance)\$/.test(name)) continue;
      const fiber = readFiber(valueIn(at, name));
      if (fiber) return fiber;
    }
  }
  return undefined;
}

function readFiber(value: unknown): Fiber | undefined {
  return isObject(value) ? value : undefined;
}

/** Also of `memo` and `forwardRef`, which have the function in a member. */
function nameOf(type: unknown): string | undefined {
  if (typeof type === 'function') {
    const shown = valueIn(type, 'displayName');
    return typeof shown === 'string' && shown !== '' ? shown : type.name || 'a component';
  }
  if (!isObject(type)) return undefined;
  const shown = valueIn(type, 'displayName');
  if (typeof shown === 'string' && shown !== '') return shown;
  return nameOf(valueIn(type, 'type') ?? valueIn(type, 'render'));
}

function valuesOf(fiber: Fiber | undefined): [string, object][] {
  return fiber ? [...propsOf(fiber), ...hooksOf(fiber)] : [];
}

function propsOf({ memoizedProps }: Fiber): [string, object][] {
  if (!isObject(memoizedProps)) return [];
  return Object.keys(memoizedProps)
    .filter((name) => name !== 'children')
    .flatMap((name) => objectsIn(`props.${name}`, valueIn(memoizedProps, name)));
}

/** Hooks are a linked list; the state of a class component is one object. */
function hooksOf({ memoizedState }: Fiber): [string, object][] {
  if (!isObject(memoizedState)) return [];
  const found: [string, object][] = [];
  let hook: unknown = memoizedState;
  for (let i = 1; isObject(hook) && i <= MAX_HOOKS; i++) {
    if (!Object.hasOwn(hook, 'memoizedState') || !Object.hasOwn(hook, 'next')) {
      if (i > 1) break;
      for (const name of Object.keys(hook)) {
        found.push(...objectsIn(`state.${name}`, valueIn(hook, name)));
      }
      break;
    }
    found.push(...objectsIn(`hook ${i}`, valueIn(hook, 'memoizedState')));
    hook = valueIn(hook, 'next');
  }
  return found;
}

/** The object itself, and its members: a memo is a list of value and dependencies, a state has `data`. */
function objectsIn(where: string, value: unknown): [string, object][] {
  if (!isObject(value) || Object.hasOwn(value, '$$typeof') || value instanceof Node) return [];
  const found: [string, object][] = [[where, value]];
  // What is frozen is of the store already; only what is around it is searched.
  const names = Object.isFrozen(value) ? [] : Object.keys(value).slice(0, 20);
  for (const name of names) {
    const member = valueIn(value, name);
    if (isObject(member)) found.push([`${where}.${name}`, member]);
  }
  return found;
}

/** Reads a member without running an accessor. */
function valueIn(object: object, name: string): unknown {
  return Object.getOwnPropertyDescriptor(object, name)?.value;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
