import { emittedDeclarations } from './support/emittedDeclarations.ts';
import { signatureProblems } from './support/signatureProblems.ts';

jest.setTimeout(120_000);

describe('the declarations that users get', () => {
  it('have no any and at most three type parameters per signature', () => {
    const declarations = emittedDeclarations();
    expect([...declarations.keys()].some((path) => path.endsWith('store/Store.d.ts'))).toBe(true);
    const problems = [...declarations].flatMap(([path, text]) => signatureProblems(path, text));
    expect(problems).toEqual([]);
  });
});

describe('the check of declarations', () => {
  const problemsOf = (text: string) => signatureProblems('planted.d.ts', text);

  it.each([
    ['a parameter', 'export declare function f(value: any): void;'],
    ['a result', 'export interface Api { get(): Promise<any> }'],
    ['a type argument', 'export type Rows = Map<string, any[]>;'],
    ['a type that is not exported', 'type Hidden = any; export type Shown = Hidden;'],
    ['a member of a class', 'export declare class Table { rows: Record<string, any>; }'],
  ])('finds any in %s', (_place, text) => {
    expect(problemsOf(text)).toEqual(['planted.d.ts:1: any']);
  });

  it('finds signatures without a type', () => {
    expect(problemsOf('export declare function f(value): void;')).toEqual([
      'planted.d.ts:1: no type: value',
    ]);
  });

  it('finds the fourth type parameter of exported signatures, members included', () => {
    const many = '<A, B, C, D>(a: A, b: B, c: C, d: D): void;';
    expect(problemsOf(`export declare function f${many}`)).toHaveLength(1);
    expect(problemsOf(`export interface Api { get${many} }`)).toHaveLength(1);
    expect(problemsOf('export type Many<A, B, C, D> = [A, B, C, D];')).toHaveLength(1);
    expect(problemsOf('type Helper<A, B, C, D> = [A, B, C, D];')).toEqual([]);
  });
});
