/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';

function Icon({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

/** Three waves over a bed. */
export function Glyph(): VNode {
  return (
    <svg
      class="glyph"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      stroke-width="1.7"
      stroke-linecap="round"
      aria-hidden="true"
    >
      <path d="M2 5c2.3-2 4.7-2 7 0s4.7 2 7 0" />
      <path d="M2 9.5c2.3-2 4.7-2 7 0s4.7 2 7 0" opacity="0.65" />
      <path d="M2 15h14" />
    </svg>
  );
}

/** Closes the panel. */
export function CloseIcon(): VNode {
  return (
    <Icon>
      <path d="M4 4l8 8M12 4l-8 8" />
    </Icon>
  );
}

/** Goes back. */
export function BackIcon(): VNode {
  return (
    <Icon>
      <path d="M9.5 3.5L5 8l4.5 4.5" />
    </Icon>
  );
}

/** Saves a file. */
export function ExportIcon(): VNode {
  return (
    <Icon>
      <path d="M8 2.5v7M5 6.8l3 3 3-3M3 13h10" />
    </Icon>
  );
}

/** Opens a file. */
export function ImportIcon(): VNode {
  return (
    <Icon>
      <path d="M8 9.8v-7M5 5.5l3-3 3 3M3 13h10" />
    </Icon>
  );
}

/** Docks the panel at the bottom or at the right. */
export function DockIcon({ isRight }: { readonly isRight: boolean }): VNode {
  return (
    <Icon>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d={isRight ? 'M10 3v10' : 'M2 9.5h12'} />
    </Icon>
  );
}
