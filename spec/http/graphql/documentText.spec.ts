import { documentText } from '../../../src/http/graphql/documentText.ts';

const named = (kind: string, value: string, members: object = {}) => ({
  kind,
  name: { kind: 'Name', value },
  ...members,
});
const int = (value: string) => ({ kind: 'IntValue', value });
const variable = named('Variable', 'a');
const argument = (name: string, value: object) => named('Argument', name, { value });
const selection = (...selections: object[]) => ({
  selectionSet: { kind: 'SelectionSet', selections },
});
const skip = named('Directive', 'skip', { arguments: [argument('if', variable)] });

const textOf = (...definitions: object[]) => documentText({ kind: 'Document', definitions });
const valueText = (value: object) =>
  textOf({
    kind: 'OperationDefinition',
    operation: 'mutation',
    ...selection(named('Field', 'set', { arguments: [argument('to', value)] })),
  });

describe('the text of a DocumentNode', () => {
  it('contains operations and fragments with all their parts', () => {
    const type = { kind: 'ListType', type: named('NamedType', 'Int') };
    const typeCondition = named('NamedType', 'User');
    const field = named('Field', 'id', {
      alias: { kind: 'Name', value: 'key' },
      directives: [skip],
    });
    const operation = {
      ...named('OperationDefinition', 'S'),
      operation: 'subscription',
      variableDefinitions: [
        { kind: 'VariableDefinition', variable, type, defaultValue: int('1'), directives: [skip] },
        { kind: 'VariableDefinition', variable: named('Variable', 'b'), type },
      ],
      directives: [skip],
      ...selection(
        { kind: 'InlineFragment', typeCondition, directives: [skip], ...selection(field) },
        { kind: 'InlineFragment', ...selection(field) },
        named('FragmentSpread', 'F', { directives: [skip] }),
      ),
    };
    const fragment = named('FragmentDefinition', 'F', { typeCondition, ...selection(field) });
    expect(textOf(operation, fragment).split('\n')).toEqual([
      'subscription S($a: [Int] = 1 @skip(if: $a), $b: [Int]) @skip(if: $a) { ' +
        '... on User @skip(if: $a) { key: id @skip(if: $a) } ... { key: id @skip(if: $a) } ...F @skip(if: $a) }',
      'fragment F on User { key: id @skip(if: $a) }',
    ]);
  });

  it.each<[object, string]>([
    [int('5'), '5'],
    [{ kind: 'FloatValue', value: '1.5e3' }, '1.5e3'],
    [{ kind: 'BooleanValue', value: false }, 'false'],
    [{ kind: 'EnumValue', value: 'RED' }, 'RED'],
    [{ kind: 'NullValue' }, 'null'],
    [{ kind: 'StringValue', value: 'a "b"\n\\', block: true }, String.raw`"a \"b\"\n\\"`],
    [{ kind: 'ListValue', values: [int('1'), variable] }, '[1 $a]'],
    [{ kind: 'ObjectValue', fields: [named('ObjectField', 'x', { value: int('1') })] }, '{x: 1}'],
  ])('prints the value %j', (value, text) => {
    expect(valueText(value)).toBe(`mutation { set(to: ${text}) }`);
  });
});
