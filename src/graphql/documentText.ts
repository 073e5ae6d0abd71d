import { SB_OPTION_INVALID } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** A part of a `DocumentNode`, as `graphql` parses it. Which members it has depends on its kind. */
type AstNode = Readonly<Record<string, unknown>>;

/**
 * The text of an operation: itself, what a `DocumentNode` says, or what an object prints as (documents of code generators). Throws
 * `SB_OPTION_INVALID` for objects that print as nothing of use.
 */
export function documentText(document: string | object): string {
  if ((document as AstNode).kind === 'Document') return print(document as AstNode);
  // The cast holds: objects without a text of their own are refused.
  const text = (document as { toString(): string }).toString();
  return text.startsWith('[object ') ? refuse('an object without a text') : text;
}

function refuse(what: string): never {
  throw new StreambedError(
    SB_OPTION_INVALID,
    `GQLEndpoint: a document holds ${what}; it has to be a text, a function of the variables, or a DocumentNode of operations and fragments.`,
  );
}

/** How each kind of node is written. Node by node, so that no `graphql` package is needed. */
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
  // The escapes of JSON are those of GraphQL.
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
  // The cast holds: members that are no nodes are not printed by it.
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

/** What may stand at the end of a node. */
function rest({ directives, selectionSet }: AstNode): string {
  const text = all(directives);
  return (text && ` ${text}`) + one(selectionSet, ' ');
}

function valueOf({ value }: AstNode): string {
  return String(value);
}
