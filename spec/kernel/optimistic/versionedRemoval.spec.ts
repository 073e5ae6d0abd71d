import { createStore } from '../../../src/kernel/store/createStore.ts';
import { Entity } from '../../../src/data/schema/Entity.ts';
import { resource } from '../../../src/http/rest/resource.ts';

class Plain extends Entity {
  id = 0;
  version = 0;
  static override key = 'Plain';
}

/** The later version wins, whichever response comes first. */
class Versioned extends Plain {
  static override key = 'Versioned';
  static override shouldReorder(...[, , stored, given]: Parameters<typeof Entity.shouldReorder>) {
    // The casts hold: the rows of the class have its members.
    return (given as Versioned).version < (stored as Versioned).version;
  }
}

describe.each([
  { name: 'a class without versions', Ticket: Plain },
  { name: 'a class with versions', Ticket: Versioned },
])('a predicted removal of an entity of $name', ({ Ticket }) => {
  const TicketResource = resource({ path: '/tickets/:id', schema: Ticket, optimistic: true });

  it.each(['get', 'getList'] as const)(
    'fetches nothing for an observer of the entity before it settles, which %s brought',
    async (bringing) => {
      const sent: string[] = [];
      const store = createStore({
        fetch: async (input, init) => {
          // The cast holds: the resource sends requests to paths.
          const path = input as string;
          sent.push(`${init?.method} ${path}`);
          if (init?.method === 'DELETE') return new Response(null, { status: 204 });
          const ticket = { id: 1, version: 1 };
          return Response.json(path === '/tickets' ? [ticket] : ticket);
        },
      });
      if (bringing === 'get') await store.fetch(TicketResource.get, { id: 1 });
      else await store.fetch(TicketResource.getList);
      const observer = store.observe(TicketResource.get, { id: 1 }).subscribe();
      sent.length = 0;
      const removed = store.fetch(TicketResource.delete, { id: 1 });
      observer.unsubscribe();
      await removed;
      expect(sent).toEqual(['DELETE /tickets/1']);
      store.dispose();
    },
  );
});
