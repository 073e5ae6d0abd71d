/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { Leaf } from '../components/jsonValues.tsx';
import { JsonTree } from '../components/JsonTree.tsx';
import { isBranch } from '../components/jsonValues.tsx';
import { jsonOf, parseRecord, parseValue, withMember } from './editedRecord.ts';
import { ValueForm } from './ValueForm.tsx';

/** What is edited: a member by name, or the whole record. */
type Edit = { readonly member: string } | 'record' | undefined;

/** How many members are shown at once. */
const CHUNK = 100;

/** The members of a record. Each can be edited as JSON, and all of them together. */
export function RecordEditor({
  record,
  isReadonly,
  onSave,
}: {
  readonly record: object;
  readonly isReadonly: boolean;
  readonly onSave: (record: object) => void;
}): VNode {
  const [edit, setEdit] = useState<Edit>();
  const [count, setCount] = useState(CHUNK);
  const whole = edit === 'record' ? jsonOf({ ...record }) : undefined;
  const close = (): void => setEdit(undefined);
  const save = (next: object): void => {
    onSave(next);
    close();
  };
  const members: [string, unknown][] = Object.entries(record);

  if (whole !== undefined && !isReadonly) {
    return (
      <section>
        <h3>Record</h3>
        <ValueForm
          label="Record as JSON"
          text={whole}
          parse={parseRecord}
          onSave={save}
          onCancel={close}
        />
      </section>
    );
  }
  return (
    <section>
      <h3>Record</h3>
      <ul class="members">
        {members.slice(0, count).map(([name, value]) => (
          <Member
            key={name}
            name={name}
            value={value}
            isReadonly={isReadonly}
            isEdited={typeof edit === 'object' && edit.member === name}
            onEdit={() => setEdit({ member: name })}
            onSave={(next) => save(withMember(record, name, next))}
            onCancel={close}
          />
        ))}
      </ul>
      <div class="actions">
        {members.length > count && (
          <button type="button" class="button" onClick={() => setCount(count + CHUNK)}>
            {CHUNK} more members
          </button>
        )}
        {!isReadonly && jsonOf({ ...record }) !== undefined && (
          <button type="button" class="button" onClick={() => setEdit('record')}>
            Edit as JSON
          </button>
        )}
      </div>
    </section>
  );
}

function Member({
  name,
  value,
  isReadonly,
  isEdited,
  onEdit,
  onSave,
  onCancel,
}: {
  readonly name: string;
  readonly value: unknown;
  readonly isReadonly: boolean;
  readonly isEdited: boolean;
  readonly onEdit: () => void;
  readonly onSave: (value: unknown) => void;
  readonly onCancel: () => void;
}): VNode {
  const json = value === undefined ? '' : jsonOf(value);
  if (isEdited && !isReadonly && json !== undefined) {
    return (
      <li class="edited">
        <ValueForm
          label={`${name} as JSON`}
          text={json}
          parse={parseValue}
          onSave={onSave}
          onCancel={onCancel}
        />
      </li>
    );
  }
  return (
    <li>
      <span class="mono member">{name}</span>
      <div class="tree">
        {isBranch(value) ? (
          <JsonTree label={name} value={value} depth={0} />
        ) : (
          <Leaf value={value} />
        )}
      </div>
      {!isReadonly && json !== undefined && (
        <button type="button" class="link edit" aria-label={`Edit ${name}`} onClick={onEdit}>
          edit
        </button>
      )}
    </li>
  );
}
