import { act, cleanup, render } from '@testing-library/react';
import { Component, forwardRef, memo, type ReactNode, Suspense } from 'react';
import { candidatesOf } from '../../../src/tools/devtools/why/candidates.ts';
import { componentOf } from '../../../src/tools/devtools/why/fiberValues.ts';
import { labelOf, Picker } from '../../../src/tools/devtools/why/Picker.ts';
import { StoreProvider, useSuspense } from 'streambed/react';
import { inspectedStore } from '../inspect/support.ts';
import { ann, bob, User } from '../../support/entities.ts';

afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

interface RowProps {
  readonly user: User;
}

const Name = memo(function Name({ user }: RowProps) {
  return <b>{user.name}</b>;
});

const Mail = forwardRef<HTMLElement, RowProps>(function Mail({ user }, ref) {
  return <i ref={ref}>{user.email}</i>;
});

class Row extends Component<RowProps> {
  override render(): ReactNode {
    const { user } = this.props;
    return (
      <li>
        <Name user={user} /> <Mail user={user} />
      </li>
    );
  }
}

async function pageWithReact(onClick?: () => void) {
  const kit = inspectedStore();
  const { getUsers, requests, store } = kit;
  function Users() {
    const users = useSuspense(getUsers) as readonly User[];
    return (
      <ul onClick={onClick}>
        {users.map((user) => (
          <Row key={user.id} user={user} />
        ))}
      </ul>
    );
  }
  await act(async () => {
    render(
      <StoreProvider store={store}>
        <Suspense>
          <Users />
        </Suspense>
      </StoreProvider>,
    );
  });
  await act(async () => requests.last.answer([ann, bob]));
  return kit;
}

function find(selector: string): Element {
  const element = document.querySelector(selector);
  if (!element) throw new Error(`There is no ${selector}.`);
  return element;
}

/** Starts a picker; `own` is an element of devtools. */
function picking(own?: Element) {
  const log: string[] = [];
  const picker = new Picker(document, (target) => target === own, {
    moved: (element) => log.push(`moved ${labelOf(element)}`),
    picked: (element) => log.push(`picked ${labelOf(element)}`),
    cancelled: () => log.push('cancelled'),
  });
  return { log, picker };
}

const highlights = (): number => document.querySelectorAll('streambed-highlight').length;

function press(key: string, init: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init });
  return document.body.dispatchEvent(event);
}

function point(type: string, element: Element): boolean {
  return element.dispatchEvent(
    new MouseEvent(type, { bubbles: true, cancelable: true, composed: true }),
  );
}

describe('the values of an element, with React', () => {
  it('are the entity whose member is the text, found in the props of its component', async () => {
    const { inspector } = await pageWithReact();
    const [first] = candidatesOf(find('li:nth-child(2) b'), inspector);
    expect(first).toMatchObject({
      title: 'User 2',
      how: 'Name, props.user: its name is the text of the element',
      entity: { entityKey: 'User', pk: '2' },
    });
    expect(inspector.explain(first.value)?.type).toBe('entity');
  });

  it('are then those of the components around it, as far as the store made them', async () => {
    const { inspector } = await pageWithReact();
    const titles = candidatesOf(find('li:nth-child(1) b'), inspector).map(({ title }) => title);
    expect(titles[0]).toBe('User 1');
    expect(titles.slice(1)).toEqual(['List with 2 items, made of User']);
  });

  it('are found in class components, memo and forwardRef', async () => {
    const { inspector } = await pageWithReact();
    expect(candidatesOf(find('li'), inspector)[0]).toMatchObject({
      title: 'User 1',
      how: 'Row, props.user',
    });
    expect(componentOf(find('i'))).toBe('Mail');
    expect(componentOf(find('b'))).toBe('Name');
    expect(componentOf(find('ul'))).toBe('Users');
  });

  it('do not run accessors and do not change what React has', async () => {
    const { inspector } = await pageWithReact();
    let reads = 0;
    function Odd(_props: { readonly odd: object }) {
      return <em>Ann</em>;
    }
    const odd = Object.freeze({
      get user(): unknown {
        reads++;
        throw new Error('It was read.');
      },
    });
    render(<Odd odd={odd} />);
    expect(candidatesOf(find('em'), inspector)[0]).toMatchObject({ title: 'User 1' });
    expect(reads).toBe(0);
  });
});

describe('the values of an element, without React', () => {
  it('are entities with a member that equals a text or an attribute', () => {
    const { inspector, store } = inspectedStore();
    store.set(User, ann);
    store.set(User, bob);
    document.body.innerHTML =
      '<p><b>Ann</b> <a href="bob@example.org">write</a></p><input value="Bob"><input type="password" value="Bob">';
    const titles = (selector: string): string[] =>
      candidatesOf(find(selector), inspector).map(({ how, title }) => `${title}: ${how}`);
    expect(titles('b')).toEqual(['User 1: its name is the text of the element']);
    expect(titles('a')).toEqual(['User 2: its email is the attribute href']);
    expect(titles('input')).toEqual(['User 2: its name is the value of the field']);
    expect(titles('input[type=password]')).toEqual([]);
    expect(componentOf(find('b'))).toBeUndefined();
  });

  it('are those of the state that is shown', () => {
    const { inspector, recording, store } = inspectedStore();
    store.set(User, ann);
    store.set(User, { id: '1', name: 'Anna' });
    document.body.innerHTML = '<b>Ann</b>';
    expect(candidatesOf(find('b'), inspector)).toEqual([]);
    inspector.show(recording.commits[0].snapshot);
    expect(candidatesOf(find('b'), inspector)).toHaveLength(1);
  });
});

describe('the picker', () => {
  it('highlights the element under the pointer, and a click picks it', async () => {
    let clicks = 0;
    await pageWithReact(() => clicks++);
    const { log } = picking();
    point('mousemove', find('b'));
    expect(highlights()).toBe(1);
    expect(point('click', find('b'))).toBe(false);
    expect(log).toEqual(['moved <b> in Name', 'picked <b> in Name']);
    expect(highlights()).toBe(0);
    // The page did not get the click, and gets the next one.
    expect(clicks).toBe(0);
    act(() => void point('click', find('b')));
    expect(clicks).toBe(1);
  });

  it('moves with Tab and to the element around it, and Enter picks', async () => {
    await pageWithReact();
    const { log } = picking();
    for (const key of ['Tab', 'Tab', 'Tab']) press(key);
    press('Tab', { shiftKey: true });
    press('ArrowUp');
    expect(press('Enter')).toBe(false);
    expect(log).toEqual([
      'moved <b> in Name',
      'moved <i> in Mail',
      'moved <b> in Name',
      'moved <i> in Mail',
      'moved <li> in Row',
      'picked <li> in Row',
    ]);
  });

  it('ends with Escape, and then leaves all keys to the page', () => {
    document.body.innerHTML = '<b>Ann</b>';
    const { log, picker } = picking();
    press('Tab');
    expect(press('Escape')).toBe(false);
    picker.cancel();
    expect(press('Escape')).toBe(true);
    expect(log).toEqual(['moved <b>', 'cancelled']);
    expect(highlights()).toBe(0);
  });

  it('leaves devtools their events, and does not highlight them', () => {
    document.body.innerHTML = '<section><button>Stop</button></section><b>Ann</b>';
    const section = find('section');
    let clicks = 0;
    section.addEventListener('click', () => clicks++);
    const { log, picker } = picking(section);
    point('mousemove', find('button'));
    expect(point('click', find('button'))).toBe(true);
    expect(clicks).toBe(1);
    press('Tab');
    expect(log).toEqual(['moved <b>']);
    picker.cancel();
  });

  it('adds nothing to the body of the page', () => {
    document.body.innerHTML = '<b>Ann</b>';
    const { picker } = picking();
    press('Tab');
    expect(document.body.innerHTML).toBe('<b>Ann</b>');
    picker.cancel();
  });
});
