import { copyArgs } from '../../src/shared/copyArgs.ts';

class Filter {
  status = 'open';
}

describe('copyArgs', () => {
  it('copies plain objects, arrays, dates and search parameters, however deep', () => {
    const day = new Date(0);
    const query = new URLSearchParams('q=a');
    const args = [{ page: 1, tags: ['a'], range: { day }, query }];
    const copies = copyArgs(args);
    args[0].page = 2;
    args[0].tags.push('b');
    day.setFullYear(2000);
    query.set('q', 'b');
    expect(copies).toEqual([
      { page: 1, tags: ['a'], range: { day: new Date(0) }, query: new URLSearchParams('q=a') },
    ]);
  });

  it('keeps what it cannot copy: instances of classes, functions, forms', () => {
    const args = [new Filter(), () => 1, new FormData(), Symbol.iterator, { file: new Blob([]) }];
    const copies = copyArgs<typeof args>(args);
    expect(copies.slice(0, 4).every((copy, at) => copy === args[at])).toBe(true);
    expect(copies[4]).toEqual(args[4]);
    expect((copies[4] as { file: Blob }).file).toBe((args[4] as { file: Blob }).file);
  });

  it('copies an object that contains itself, and one that is there twice, once', () => {
    const node: { name: string; self?: object } = { name: 'a' };
    node.self = node;
    const [copy, again] = copyArgs<[typeof node, typeof node]>([node, node]);
    expect(copy).not.toBe(node);
    expect(copy.self).toBe(copy);
    expect(again).toBe(copy);
  });

  it('keeps an own member called __proto__ as data', () => {
    const [copy] = copyArgs([JSON.parse('{"__proto__": {"admin": true}}')]) as [object];
    expect(Object.keys(copy)).toEqual(['__proto__']);
    expect('admin' in copy).toBe(false);
  });
});
