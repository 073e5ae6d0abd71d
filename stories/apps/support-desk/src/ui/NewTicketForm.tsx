import { type SubmitEvent, useState } from 'react';
import { Choice } from './Choice';
import { type Assignee, assignees, type NewTicketData, priorityNames } from './ticket';

const [, ...names] = priorityNames;

/** The fields of a new ticket. */
export function NewTicketForm({ onCreate }: { onCreate: (ticket: NewTicketData) => void }) {
  const [subject, setSubject] = useState('');
  const [assignee, setAssignee] = useState<Assignee>('Amara');
  const [priority, setPriority] = useState(2);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    onCreate({ subject, customer: 'By phone', assignee, priority });
    setSubject('');
  }

  return (
    <form className="new-ticket" aria-label="New ticket" onSubmit={submit}>
      <div className="line">
        <input
          aria-label="Subject"
          placeholder="Subject of a new ticket"
          required
          value={subject}
          onChange={({ target }) => setSubject(target.value)}
        />
        <button className="primary">Create</button>
      </div>
      <Choice label="Assign to" value={assignee} options={assignees} onChange={setAssignee} />
      <Choice
        label="Priority"
        value={priorityNames[priority] ?? ''}
        options={names}
        onChange={(value) => setPriority(priorityNames.indexOf(value))}
      />
    </form>
  );
}
