import type ts from 'typescript';
import type { Rule } from './Rule.ts';
import type { Imports } from '../Imports.ts';
import type { Source } from '../Source.ts';

/** Members of entities with another name or without counterpart. */
const advice: Readonly<Record<string, string>> = {
  automaticValidation: 'remove it: a wrong shape is always an error',
  cmpIncoming: 'write shouldReorder(existingMeta, incomingMeta, existing, incoming)',
  getEntityLookups: 'write queryKey(args, …): docs/entities.md',
  maxEntityDepth: 'remove it, and use schema.Lazy for deep data: docs/limits.md',
  useIncoming: 'write shouldUpdate(existingMeta, incomingMeta, existing, incoming)',
};

const ofMeta = [
  'merge',
  'mergeMetaWithStore',
  'mergeWithStore',
  'shouldReorder',
  'shouldUpdate',
  'useIncoming',
  'cmpIncoming',
];

const schemas = ['All', 'Collection', 'Invalidate', 'Lazy', 'Query', 'Scalar', 'Union', 'Values'];

/** Mixins of entities, and members of entities and schemas that a person must look at. */
export const entities: Rule = (node, source, imports) => {
  const { ts } = source;
  if (ts.isPropertyAccessExpression(node)) schemaMember(node, source, imports);
  if (ts.isQualifiedName(node) && source.origins.nameOf(node) === 'schema.Entity') {
    source.look(node, 'schema.Entity: the type of EntityMixin');
  }
  if (!ts.isClassLike(node)) return;
  if (source.roles.extendsOneOf(node, ['Entity'])) {
    node.members.forEach((member) => entityMember(member, source));
  } else if (
    source.roles.extendsOneOf(
      node,
      schemas.flatMap((name) => [name, `schema.${name}`]),
    )
  ) {
    source.look(
      node,
      'a subclass of a schema: compare its methods, docs/migrate-from-data-client.md',
    );
  }
};

/** `schema.Entity(User)` → `EntityMixin(User)`. */
function schemaMember(node: ts.PropertyAccessExpression, source: Source, imports: Imports): void {
  const { name } = source.origins.originOf(node) ?? { name: '' };
  if (!name.startsWith('schema.')) return;
  const member = name.slice('schema.'.length);
  if (member === 'Entity' || member === 'EntityMixin' || member === 'unshift') {
    source.rewrite(node, imports.need('streambed', member === 'Entity' ? 'EntityMixin' : member));
    imports.replaced(node.expression);
  } else if (![...schemas, 'Array', 'Object'].includes(member)) {
    source.look(node, `${name}: no such schema`);
  }
}

function entityMember(member: ts.ClassElement, source: Source): void {
  const { ts } = source;
  const name = source.memberName(member);
  if (Object.hasOwn(advice, name)) source.look(member, `${name}: ${advice[name]}`);
  if (!ts.isMethodDeclaration(member)) return;
  if (name === 'queryKey' && member.parameters.length > 2) {
    source.look(member, 'queryKey: takes (args, delegate); `unvisit` is delegate.unvisit');
  }
  if (!ofMeta.includes(name)) return;
  const metas = member.parameters.slice(0, 2);
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAccessExpression(node) && node.name.text === 'date') {
      const declaration = source.origins.declarationOf(node.expression);
      if (metas.some((meta) => meta === declaration)) dated(node.name, source);
    }
    ts.forEachChild(node, visit);
  };
  if (member.body) visit(member.body);
  for (const { name: pattern, type } of metas) {
    const members = type && ts.isTypeLiteralNode(type) ? type.members : [];
    const date = members.find((one) => one.name && source.textOf(one.name) === 'date');
    if (date) dated(date, source);
    if (!ts.isObjectBindingPattern(pattern)) continue;
    const element = pattern.elements.find(
      (one) => source.textOf(one.propertyName ?? one.name) === 'date',
    );
    if (element) dated(element, source);
  }
}

function dated(node: ts.Node, source: Source): void {
  source.look(
    node,
    'meta.date: meta.receivedAt; the default order is that of meta.seq, not of the clock',
  );
}
