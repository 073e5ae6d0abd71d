/**
 * Twenty edits by two tabs and by the server. `mine` shows unfinished tickets by priority, `other` all tickets by their last change.
 * `chooses` is the ticket that the tab opens before it. What `makes` returns is what `mine` showed before the response.
 */
export const edits = [
  mine('closes a ticket', 14, set('Status', 'closed')),
  mine('opens a pending ticket', 2, set('Status', 'open')),
  mine('closes it', 2, set('Status', 'closed')),
  mine('gives a ticket to another assignee', 10, set('Assignee', 'Chiara')),
  mine('gives one to the assignee whose list is opened next', 31, set('Assignee', 'Bjarne')),
  mine('makes a ticket urgent', 7, set('Priority', 'urgent')),
  mine('makes an urgent ticket low', 36, set('Priority', 'low')),
  mine('creates an urgent ticket', undefined, (tab) => tab.create('Flood', 'urgent')),
  mine('creates one that sorts after the loaded ones', undefined, (tab) =>
    tab.create('Lost keys', 'low'),
  ),
  mine('deletes a ticket', 38, (tab) => tab.remove()),
  mine('writes a comment', 57, (tab) => tab.comment('I have called back.')),
  {
    ...mine('closes a ticket, which the server refuses', 57),
    by: 'refused',
    async makes(tab) {
      const refuse = (route) => route.fulfill({ status: 503, json: { detail: 'Try later.' } });
      await tab.whileHeld(() => tab.set('Status', 'closed'), refuse);
    },
  },
  other('the other tab closes a ticket', 54, set('Status', 'closed')),
  other('the other tab reopens it', 54, set('Status', 'open')),
  other('the other tab creates one', undefined, (tab) => tab.create('Broken oar', 'high')),
  other('the other tab deletes one', 58, (tab) => tab.remove()),
  other('the other tab comments on the chosen ticket', 57, (tab) => tab.comment('Noted.')),
  server('the server makes a ticket of an unloaded page urgent', 'PATCH', 'tickets/1', {
    priority: 4,
  }),
  server('the server makes many tickets more urgent', 'POST', 'escalate', {
    priority: 2,
    upTo: 40,
  }),
  {
    // The move of the ticket moves the start of the page.
    ...mine('makes a ticket low while the next page loads', 57),
    by: 'pages',
    prepare: (tab) => tab.tick('closed'),
    makes: async (tab) => {
      await Promise.all([tab.scroll(), tab.set('Priority', 'low')]);
    },
  },
];

function set(member, value) {
  return (tab) => tab.set(member, value);
}

function mine(title, chooses, act) {
  return { title, by: 'mine', chooses, makes: (tab) => tab.whileHeld(() => act(tab)) };
}

function other(title, chooses, makes) {
  return { title, by: 'other', chooses, makes };
}

function server(title, method, path, body) {
  return {
    title,
    by: 'server',
    makes: async (_, origin) => {
      await fetch(`${origin}/api/${path}`, { method, body: JSON.stringify(body) });
    },
  };
}
