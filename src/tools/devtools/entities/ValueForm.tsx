/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import type { Edited } from './editedRecord.ts';

/** A field for JSON. Enter saves a short value, Control and Enter any; Escape cancels. */
export function ValueForm<T>({
  label,
  text: initial,
  parse,
  onSave,
  onCancel,
}: {
  readonly label: string;
  readonly text: string;
  readonly parse: (text: string) => Edited<T>;
  readonly onSave: (value: T) => void;
  readonly onCancel: () => void;
}): VNode {
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => field.current?.focus(), []);

  const save = (): void => {
    // The field may be ahead of the last render.
    const edited = parse(field.current?.value ?? text);
    if ('problem' in edited) setProblem(edited.problem);
    else onSave(edited.value);
  };
  const lines = text.split('\n').length;
  return (
    <form
      class="value-form"
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') {
          event.preventDefault();
          onCancel();
        } else if (event.key === 'Enter' && event.target === field.current) {
          const isShort = lines === 1 && !event.shiftKey;
          if (!isShort && !event.ctrlKey && !event.metaKey) return;
          event.preventDefault();
          save();
        }
      }}
    >
      <textarea
        ref={field}
        class="field mono"
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem === undefined ? undefined : id}
        rows={Math.min(16, lines)}
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value);
          setProblem(undefined);
        }}
      />
      {problem !== undefined && (
        <p id={id} class="bad" role="alert">
          {problem}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="button primary">
          Save
        </button>
        <button type="button" class="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  );
}
