/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { childrenOf, isBranch, Leaf, nameOf, preview } from './jsonValues.tsx';

/** How many members a node shows at once. */
const CHUNK = 100;

interface TreeProps {
  readonly value: unknown;
  /** Describes the tree to assistive technology. */
  readonly label: string;
  /** How many levels are open at first. Default 1. */
  readonly depth?: number;
  /** Explains an object of the tree. Default: objects have no such button. */
  readonly onWhy?: ((value: object) => void) | undefined;
}

/** A value as a tree. What is folded is not computed, and long lists are shown part by part. */
export function JsonTree({ value, label, depth = 1, onWhy }: TreeProps): VNode {
  return (
    <div class="tree" role="group" aria-label={label}>
      <Node name={undefined} value={value} depth={depth} onWhy={onWhy} />
    </div>
  );
}

interface NodeProps extends Pick<TreeProps, 'onWhy'> {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth, onWhy }: NodeProps): VNode {
  const [isOpen, setOpen] = useState(depth > 0);
  const label = name !== undefined && (
    <>
      <span class="member">{name}</span>:{' '}
    </>
  );
  if (!isBranch(value)) {
    return (
      <div class="line">
        {label}
        <Leaf value={value} />
      </div>
    );
  }
  return (
    <>
      <div class="line">
        <button
          type="button"
          class="fold"
          aria-expanded={isOpen}
          aria-label={name ?? 'value'}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '▼' : '▶'}
        </button>
        {label}
        <span class="preview">{isOpen ? nameOf(value) : preview(value)}</span>
        {onWhy && (
          <button type="button" class="link why" onClick={() => onWhy(value)}>
            why?
          </button>
        )}
      </div>
      {isOpen && <Members value={value} depth={depth - 1} onWhy={onWhy} />}
    </>
  );
}

function Members({
  value,
  depth,
  onWhy,
}: Pick<NodeProps, 'depth' | 'onWhy'> & { readonly value: object }): VNode {
  const [shown, setShown] = useState(CHUNK);
  const members = childrenOf(value, shown + 1);
  return (
    <ul>
      {members.slice(0, shown).map(([name, member]) => (
        <li key={name}>
          <Node name={name} value={member} depth={depth} onWhy={onWhy} />
        </li>
      ))}
      {members.length > shown && (
        <li>
          <button type="button" class="link" onClick={() => setShown(shown + CHUNK)}>
            {CHUNK} more
          </button>
        </li>
      )}
    </ul>
  );
}
