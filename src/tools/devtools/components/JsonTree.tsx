/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { EntityName } from '../../inspect/reports.ts';
import { childrenOf, entityIn, isBranch, Leaf, nameOf, preview } from './jsonValues.tsx';

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
  /** Shows an entity of the tree. Default: entities have no such button. */
  readonly onEntity?: ((of: EntityName) => void) | undefined;
}

/** A value as a tree. What is folded is not computed, and long lists are shown part by part. */
export function JsonTree({ value, label, depth = 1, onWhy, onEntity }: TreeProps): VNode {
  return (
    <div class="tree" role="group" aria-label={label}>
      <Node name={undefined} value={value} depth={depth} onWhy={onWhy} onEntity={onEntity} />
    </div>
  );
}

interface NodeProps extends Pick<TreeProps, 'onEntity' | 'onWhy'> {
  readonly name: string | undefined;
  readonly value: unknown;
  readonly depth: number;
}

function Node({ name, value, depth, onWhy, onEntity }: NodeProps): VNode {
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
  const entity = onEntity && entityIn(value);
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
        {entity && (
          <button type="button" class="link why" onClick={() => onEntity?.(entity)}>
            {entity.entityKey} {entity.pk}
          </button>
        )}
        {onWhy && (
          <button type="button" class="link why" onClick={() => onWhy(value)}>
            why?
          </button>
        )}
      </div>
      {isOpen && <Members value={value} depth={depth - 1} onWhy={onWhy} onEntity={onEntity} />}
    </>
  );
}

function Members({
  value,
  depth,
  onWhy,
  onEntity,
}: Pick<NodeProps, 'depth' | 'onEntity' | 'onWhy'> & { readonly value: object }): VNode {
  const [shown, setShown] = useState(CHUNK);
  const members = childrenOf(value, shown + 1);
  return (
    <ul>
      {members.slice(0, shown).map(([name, member]) => (
        <li key={name}>
          <Node name={name} value={member} depth={depth} onWhy={onWhy} onEntity={onEntity} />
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
