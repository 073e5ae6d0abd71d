/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';

/** A field for a text to search for. */
export function SearchField({
  label,
  value,
  onInput,
}: {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}): VNode {
  return (
    <input
      type="search"
      class="field search"
      aria-label={label}
      placeholder={label}
      autocomplete="off"
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
      onKeyDown={(event) => {
        // The first Escape empties the field; the next one closes the panel.
        if (event.key !== 'Escape' || value === '') return;
        event.preventDefault();
        event.stopPropagation();
        onInput('');
      }}
    />
  );
}

/** A filter that is on or off. */
export function Chip({
  isOn,
  onChange,
  children,
}: {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <button type="button" class="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
      {children}
    </button>
  );
}
