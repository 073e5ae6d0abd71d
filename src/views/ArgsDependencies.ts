import { encodeKey } from '../shared/encodeKey.ts';
import type { GraphNode } from './GraphNode.ts';
import { ViewNode } from './ViewNode.ts';

type Args = readonly unknown[];

/** A part of the args that a value may depend on. */
type ArgsPart = (args: Args) => unknown;

/** The parts of the args that a value depends on, with their values. */
export type ArgsUse = ReadonlyMap<ArgsPart, unknown>;

const NO_ARGS: Args = [];

/** A key for all args. Args that cannot be encoded are their own key. */
function wholeOf(args: Args): unknown {
  try {
    return encodeKey(args);
  } catch {
    return args;
  }
}

/**
 * The args of the reads of a graph. Reads with different args share nodes. A node that uses args is
 * shared only by reads for which these are equal, and so are the nodes that depend on it.
 */
export class ArgsDependencies {
  /** The args of the current read. */
  current = NO_ARGS;
  /** The parts that the running computation has used. */
  #use: Map<ArgsPart, unknown> | undefined;
  /** True once any node has used args. Few graphs have such a node; the others skip the work. */
  #isInUse = false;
  readonly #parts = new WeakMap<Args, Map<ArgsPart, unknown>>();

  /** Begins a computation; returns what `made` takes at its end. */
  begin(): Map<ArgsPart, unknown> | undefined {
    const outer = this.#use;
    this.#use = undefined;
    return outer;
  }

  /** Ends a computation that read the nodes in `reads` from index `from`. */
  made(
    node: GraphNode,
    reads: readonly GraphNode[],
    from: number,
    outer: Map<ArgsPart, unknown> | undefined,
  ): void {
    // A view has its own args.
    if (this.#isInUse && !(node instanceof ViewNode)) {
      for (let i = from; i < reads.length; i++) {
        reads[i].argsUse?.forEach((_value, part) => this.ask(part));
      }
      if (this.#use) extendUse(node, this.#use);
    }
    this.#use = outer;
  }

  /** The value of a part of the args; the running computation depends on it. */
  ask(part: ArgsPart): unknown {
    this.#isInUse = true;
    const value = this.#valueOf(part);
    this.#use ??= new Map<ArgsPart, unknown>();
    this.#use.set(part, value);
    return value;
  }

  /** All args; the running computation depends on them. */
  askAll(): Args {
    this.ask(wholeOf);
    return this.current;
  }

  /** The key of all args. */
  get whole(): unknown {
    return this.#valueOf(wholeOf);
  }

  /** Whether the value of a node is the same for the current args. */
  fits({ argsUse }: GraphNode): boolean {
    if (argsUse === undefined) return true;
    for (const [part, value] of argsUse) {
      if (!Object.is(this.#valueOf(part), value)) return false;
    }
    return true;
  }

  #valueOf(part: ArgsPart): unknown {
    let known = this.#parts.get(this.current);
    if (!known) this.#parts.set(this.current, (known = new Map<ArgsPart, unknown>()));
    let value = known.get(part);
    if (value === undefined) known.set(part, (value = part(this.current)));
    return value;
  }
}

/**
 * Adds to the parts of the args that a node and its parents depend on; parts are never removed.
 * Parents need it too: in a circle, some were computed before the use was known, and they may hold
 * the node for other args.
 */
function extendUse(start: GraphNode, use: ArgsUse): void {
  const reached = [start];
  for (let node = reached.pop(); node; node = reached.pop()) {
    const before = node.argsUse;
    const after = new Map([...(before ?? []), ...use]);
    node.argsUse = after;
    if (after.size === before?.size) continue;
    const changed = node;
    node.forEachParent((parent) => {
      if (parent instanceof ViewNode) return;
      parent.depAskedArgs(changed);
      reached.push(parent);
    });
  }
}
