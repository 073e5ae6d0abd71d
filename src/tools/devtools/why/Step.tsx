/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';

/** One step of an explanation. */
export function Step({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <li class="step">
      <h3>{title}</h3>
      {children}
    </li>
  );
}
