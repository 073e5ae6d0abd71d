export const statuses = ['open', 'pending', 'closed'];
export const assignees = ['Amara', 'Bjarne', 'Chiara'];
/** The name of a priority is at its index. */
export const priorities = ['', 'low', 'normal', 'high', 'urgent'];

/** The row of a ticket. One that the server does not have has no id. */
export function textOf({ id = 'new', subject, assignee, status, priority, commentCount }) {
  const comments = ['', ' · 1 comment'][commentCount] ?? ` · ${commentCount} comments`;
  return [subject, `#${id} · ${assignee}${comments}`, priorities[priority], status].join(' | ');
}
