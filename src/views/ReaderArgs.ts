import { encodeKey } from '../shared/encodeKey.ts';
import type { GraphNode } from './GraphNode.ts';
import { ViewNode } from './ViewNode.ts';

type Args = readonly unknown[];

/** A part of the arguments that a value may depend on. */
type ArgsPart = (args: Args) => unknown;

/** What a value was made with: parts of the arguments of its reader, and what they were. */
export type ArgsUse = ReadonlyMap<ArgsPart, unknown>;

const NO_ARGS: Args = [];

/** The arguments as a whole. Those without a canonical text are only themselves. */
function wholeOf(args: Args): unknown {
  try {
    return encodeKey(args);
  } catch {
    return args;
  }
}

/**
 * The arguments of those who read a graph. Nodes are shared by readers with different ones; a node that asks for them is for readers of
 * equal ones only, and so is what is made of it.
 */
export class ReaderArgs {
  /** The arguments of who reads at the moment. */
  current = NO_ARGS;
  /** Those of who read last. */
  #last = NO_ARGS;
  /** What the running computation has asked for. */
  #use: Map<ArgsPart, unknown> | undefined;
  /** True as soon as any node has asked. Few graphs have one, and the others should not notice. */
  #isInUse = false;
  readonly #parts = new WeakMap<Args, Map<ArgsPart, unknown>>();

  /** A read with these arguments begins; gives what `leave` needs at its end. */
  enter(args: Args): Args {
    const outer = this.current;
    this.current = this.#last = args;
    return outer;
  }

  leave(outer: Args): void {
    this.current = outer;
  }

  /** Goes on with the read that was the last. */
  again(read: () => void): void {
    const outer = this.enter(this.#last);
    read();
    this.leave(outer);
  }

  /** A computation begins; gives what `made` needs at its end. */
  begin(): Map<ArgsPart, unknown> | undefined {
    const outer = this.#use;
    this.#use = undefined;
    return outer;
  }

  /** A computation is over that read the nodes in `reads` behind `from`. */
  made(
    node: GraphNode,
    reads: readonly GraphNode[],
    from: number,
    outer: Map<ArgsPart, unknown> | undefined,
  ): void {
    // Views have arguments of their own.
    if (this.#isInUse && !(node instanceof ViewNode)) {
      for (let i = from; i < reads.length; i++) {
        reads[i].argsUse?.forEach((_value, part) => this.ask(part));
      }
      if (this.#use) extendUse(node, this.#use);
    }
    this.#use = outer;
  }

  /** A part of the arguments; the running computation depends on it. */
  ask(part: ArgsPart): unknown {
    this.#isInUse = true;
    const value = this.#valueOf(part);
    this.#use ??= new Map<ArgsPart, unknown>();
    this.#use.set(part, value);
    return value;
  }

  /** All arguments; the running computation depends on them. */
  askAll(): Args {
    this.ask(wholeOf);
    return this.current;
  }

  /** The arguments as a key. */
  get whole(): unknown {
    return this.#valueOf(wholeOf);
  }

  /** Whether a node is for a reader with the current arguments. */
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
 * What was asked for once is taken for asked for every time, also by what is made of the node: of nodes in a circle, some were made before it
 * was known. Parents may hold the node for readers with other arguments.
 */
function extendUse(start: GraphNode, use: ArgsUse): void {
  const reached = [start];
  for (let node = reached.pop(); node; node = reached.pop()) {
    const before = node.argsUse;
    const after = new Map([...(before ?? []), ...use]);
    node.argsUse = after;
    if (after.size === before?.size) continue;
    const asked = node;
    node.forEachParent((parent) => {
      if (parent instanceof ViewNode) return;
      parent.depAskedArgs(asked);
      reached.push(parent);
    });
  }
}
