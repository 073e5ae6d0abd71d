import { type SubmitEvent, useState } from 'react';
import type { CommentData } from './ticket';

/** The comments of a ticket, and a field for another one. */
export function CommentRows(props: {
  comments: readonly CommentData[];
  onComment: (text: string) => void;
}) {
  const [text, setText] = useState('');

  function submit(event: SubmitEvent) {
    event.preventDefault();
    props.onComment(text);
    setText('');
  }

  return (
    <section className="conversation" aria-label="Comments">
      <ol>
        {props.comments.map((comment) => (
          <li key={comment.id}>
            <b>{comment.author}</b> {comment.text}
          </li>
        ))}
      </ol>
      <form onSubmit={submit}>
        <input
          aria-label="Comment"
          placeholder="Write a comment"
          required
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <button>Send</button>
      </form>
    </section>
  );
}
