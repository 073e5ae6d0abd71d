import { StreambedError } from '../shared/StreambedError.ts';

/** A part of a `DocumentNode`, as `graphql` parses it. Its kind decides its members. */
type AstNode = Readonly<Record<string, unknown>>;

/**
 * The text of an operation: the text itself, a `DocumentNode` printed, or an object (from a code
 * generator) turned into a string. Throws `SB_OPTION_INVALID` for objects without a useful string
 * form.
 */
export function documentText(document: string | object): string {
  if ((document as AstNode).kind === 'Document') return print(document as AstNode);
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

/** The printer of each kind of node, so that no `graphql` package is needed. */
const printers: Readonly<Record<string, (node: AstNode) => string>> = {
  Document: ({ definitions }) => all(definitions, '\n'),
  OperationDefinition: (node) =>
    `${String(node.operation)}${one(node.name, ' ')}${list(node.variableDefinitions)}${rest(node)}`,
  FragmentDefinition: (node) =>
    `fragment ${one(node.name)} on ${one(node.typeCondition)}${rest(node)}`,
  VariableDefinition: (node) =>
    `${pair(node.variable, node.type)}${one(node.defaultValue, ' = ')}${rest(node)}`,
  SelectionSet: ({ selections }) => `{ ${all(selections)} }`,
  Field: (node) =>
    `${node.alias ? pair(node.alias, node.name) : one(node.name)}${list(node.arguments)}${rest(node)}`,
  FragmentSpread: (node) => `...${one(node.name)}${rest(node)}`,
  InlineFragment: (node) => `...${one(node.typeCondition, ' on ')}${rest(node)}`,
  Directive: (node) => `@${one(node.name)}${list(node.arguments)}`,
  Argument: ({ name, value }) => pair(name, value),
  ObjectField: ({ name, value }) => pair(name, value),
  Name: valueOf,
  Variable: ({ name }) => `$${one(name)}`,
  NamedType: ({ name }) => one(name),
  ListType: ({ type }) => `[${one(type)}]`,
  NonNullType: ({ type }) => `${one(type)}!`,
  IntValue: valueOf,
  FloatValue: valueOf,
  BooleanValue: valueOf,
  EnumValue: valueOf,
  NullValue: () => 'null',
  // JSON and GraphQL use the same escapes.
  StringValue: ({ value }) => JSON.stringify(value),
  ListValue: ({ values }) => `[${all(values)}]`,
  ObjectValue: ({ fields }) => `{${all(fields)}}`,
};

function print(node: AstNode): string {
  const kind = String(node.kind);
  const printer = Object.hasOwn(printers, kind) ? printers[kind] : undefined;
  return printer ? printer(node) : refuse(kind);
}

function one(node: unknown, before = ''): string {
  // The cast holds: only members that are nodes are printed with it.
  return node ? before + print(node as AstNode) : '';
}

function all(nodes: unknown, between = ' '): string {
  return ((nodes ?? []) as readonly AstNode[]).map(print).join(between);
}

function list(nodes: unknown): string {
  const text = all(nodes, ', ');
  return text && `(${text})`;
}

function pair(name: unknown, value: unknown): string {
  return `${one(name)}: ${one(value)}`;
}

/** The parts that may end a node. */
function rest({ directives, selectionSet }: AstNode): string {
  const text = all(directives);
  return (text && ` ${text}`) + one(selectionSet, ' ');
}

function valueOf({ value }: AstNode): string {
  return String(value);
}
