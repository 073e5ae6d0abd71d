import { StreambedError } from '../../shared/StreambedError.ts';

/** A part of a `DocumentNode`, as `graphql` parses it. Its kind decides its members. */
type AstNode = Readonly<Record<string, unknown>>;

/**
 * The text of an operation: the text itself, a `DocumentNode` printed, or an object (from a code
 * generator) turned into a string. Throws `SB_OPTION_INVALID` for objects without a useful string
 * form.
 */
export function documentText(document: string | object): string {
  if ((document as AstNode).kind === 'Document') return print(document);
  // The cast holds: objects without their own text are refused.
  const text = (document as { toString(): string }).toString();
  return text.startsWith('[object ') ? refuse('an object without a text') : text;
}

function refuse(what: string): never {
  throw new StreambedError(
    'SB_OPTION_INVALID',
    `GQLEndpoint: a document contains ${what}; it must be a text, a function of the variables, or a DocumentNode of operations and fragments.`,
  );
}

/**
 * How each kind of node is printed, so that no `graphql` package is needed: parts with the text
 * around a `%member`, which are left out if the node has no such member.
 */
const forms: Readonly<Record<string, string>> = {
  Document: '%definitions',
  OperationDefinition: '%operation| %name|(%variableDefinitions)| %directives| %selectionSet',
  FragmentDefinition: 'fragment |%name| on %typeCondition| %directives| %selectionSet',
  VariableDefinition: '%variable|: %type| = %defaultValue| %directives',
  SelectionSet: '{ %selections }',
  Field: '%alias: |%name|(%arguments)| %directives| %selectionSet',
  FragmentSpread: '...%name| %directives',
  InlineFragment: '...| on %typeCondition| %directives| %selectionSet',
  Directive: '@%name|(%arguments)',
  Argument: '%name|: %value',
  ObjectField: '%name|: %value',
  Name: '%value',
  Variable: '$%name',
  NamedType: '%name',
  ListType: '[%type]',
  NonNullType: '%type!',
  IntValue: '%value',
  FloatValue: '%value',
  BooleanValue: '%value',
  EnumValue: '%value',
  NullValue: 'null',
  ListValue: '[|%values|]',
  ObjectValue: '{|%fields|}',
};

/** The text between the nodes of a list. Default: a space. */
const separators: Readonly<Record<string, string>> = {
  definitions: '\n',
  variableDefinitions: ', ',
  arguments: ', ',
};

/** The text of a node, of a list of nodes, or of a value; empty if there is none. */
function print(value: unknown, between = ' '): string {
  if (Array.isArray(value)) return value.map((node) => print(node)).join(between);
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  const node = value as AstNode;
  const kind = String(node.kind);
  // JSON and GraphQL use the same escapes.
  if (kind === 'StringValue') return JSON.stringify(node.value);
  const form = Object.hasOwn(forms, kind) ? forms[kind] : refuse(kind);
  const printed = form.split('|').map((part) => {
    const [before, member, after] = part.split(/%(\w+)/);
    const text = member && print(node[member], separators[member]);
    return text === '' ? '' : before + (text ?? '') + (after ?? '');
  });
  return printed.join('');
}
