/**
 * An issue with the pk of its author in the place of the author. Written out: objects made by a rest pattern are slow to read, and
 * would be held against those who store them.
 */
export function flatIssue({ id, number, title, body, state, rank, createdAt, updatedAt, author }) {
  return {
    id,
    number,
    title,
    body,
    state,
    rank,
    createdAt,
    updatedAt,
    authorId: author.id,
  };
}
