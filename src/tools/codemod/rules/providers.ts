import type ts from 'typescript';
import { newNameOf } from '../dataClientNames.ts';
import type { Imports } from '../Imports.ts';
import type { Rule } from './Rule.ts';
import type { Source } from '../Source.ts';

/** `<DataProvider>` → `<StoreProvider store={store}>`, with a store that the file makes. */
export const providers: Rule = (node, source, imports) => {
  const { ts } = source;
  if (ts.isJsxElement(node)) element(node, source, imports);
  if (ts.isJsxSelfClosingElement(node) && isProvider(node.tagName, source)) {
    source.look(node, 'a provider without children');
  }
  if (ts.isIdentifier(node) && isProvider(node, source) && isValue(node, source)) {
    source.look(node, 'StoreProvider needs the prop `store`: a store made by createStore()');
  }
  if (ts.isJsxOpeningElement(node) && source.origins.nameOf(node.tagName) === 'MockResolver') {
    resolverProps(node, source);
  }
  if (ts.isTypeReferenceNode(node) && isNamed(node.typeName, 'StoreProviderProps', source)) {
    providerProps(node, source);
  }
  if (
    ts.isExpressionWithTypeArguments(node) &&
    isNamed(node.expression, 'StoreProviderProps', source)
  ) {
    source.look(node, otherProps);
  }
};

const otherProps = 'StoreProviderProps has only `store`, which is required, and `children`';

/** `({ children }: ProviderProps)` → `({ children }: Pick<StoreProviderProps, 'children'>)`. */
function providerProps(type: ts.TypeReferenceNode, source: Source): void {
  const { parent } = type;
  if (!source.ts.isParameter(parent) || !takesOnlyChildren(parent.name, source)) {
    if (!namesChildren(type, source)) source.look(type, otherProps);
    return;
  }
  source.change(type, `${source.textOf(type)} → Pick<StoreProviderProps, 'children'>`);
  const [before, start] = [parent.name.getEnd(), source.startOf(type)];
  source.edits.replace(before, start, `${source.text.slice(before, start)}Pick<`);
  source.edits.insert(type.getEnd(), `, 'children'>`);
}

function takesOnlyChildren(name: ts.BindingName, source: Source): boolean {
  const { ts } = source;
  if (!ts.isObjectBindingPattern(name) || name.elements.length !== 1) return false;
  const [{ dotDotDotToken, name: variable, propertyName = variable }] = name.elements;
  return !dotDotDotToken && source.textOf(propertyName) === 'children';
}

/** Whether a type takes only the children: `Pick<P, 'children'>`, `P['children']`. */
function namesChildren(type: ts.TypeReferenceNode, source: Source): boolean {
  const { ts } = source;
  const { parent } = type;
  const taken = ts.isIndexedAccessTypeNode(parent)
    ? parent.indexType
    : ts.isTypeReferenceNode(parent) && source.textOf(parent.typeName) === 'Pick'
      ? parent.typeArguments?.[1]
      : undefined;
  return taken !== undefined && /^(['"])children\1$/.test(source.textOf(taken));
}

function isProvider(node: ts.Node, source: Source): boolean {
  return isNamed(node, 'StoreProvider', source);
}

/** Whether a name of Data Client becomes `newName`. */
function isNamed(node: ts.Node, newName: string, source: Source): boolean {
  const { module = '', name = '' } = source.origins.originOf(node) ?? {};
  return newNameOf(module, name)?.name === newName;
}

/** Whether a name stands for the component itself, not in a tag, an import or an export. */
function isValue(node: ts.Identifier, source: Source): boolean {
  const { ts } = source;
  const { parent } = node;
  const isTag =
    ts.isJsxOpeningElement(parent) ||
    ts.isJsxClosingElement(parent) ||
    ts.isJsxSelfClosingElement(parent);
  const isMember = ts.isPropertyAccessExpression(parent);
  const isRenderer =
    ts.isCallExpression(parent) &&
    source.origins.nameOf(parent.expression).startsWith('makeRender');
  const isModule = ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent);
  return !isTag && !isMember && !isRenderer && !isModule;
}

function element(node: ts.JsxElement, source: Source, imports: Imports): void {
  const { openingElement } = node;
  if (!isProvider(openingElement.tagName, source)) return;
  const { properties } = openingElement.attributes;
  const fixtures = initialFixtures(properties, source);
  if (fixtures) {
    withFixtures(node, fixtures, source, imports);
    return;
  }
  if (properties.length === 0 && isAroundFixtures(node, source)) {
    unwrap(node, source, imports);
    return;
  }
  for (const property of properties) {
    source.look(
      property,
      `${attributeName(property, source)}: ${propAdvice(attributeName(property, source))}`,
    );
  }
  const store = imports.isTaken('store') ? 'dataStore' : 'store';
  source.change(
    openingElement,
    `<${source.textOf(openingElement.tagName)}> → <StoreProvider store={${store}}>`,
  );
  source.edits.insert(openingElement.tagName.getEnd(), ` store={${store}}`);
  declareStore(openingElement, store, source, imports);
}

function attributeName(property: ts.JsxAttributeLike, source: Source): string {
  return source.ts.isJsxAttribute(property) ? source.textOf(property.name) : '{…}';
}

function propAdvice(name: string): string {
  const advice: Readonly<Record<string, string>> = {
    Controller: 'remove it: plugins and interceptors extend a store',
    devButton: 'remove it',
    gcPolicy: 'remove it, and set `gcTime` of createStore',
    initialState: 'remove it, and call rehydrate(store, state): docs/ssr.md',
    managers: 'remove it, and pass `plugins` and `interceptors` to createStore',
  };
  return advice[name] ?? 'StoreProvider takes only `store`';
}

/** Inserts `const store = createStore();` below the imports. */
function declareStore(node: ts.Node, name: string, source: Source, imports: Imports): void {
  if (source.isForServers) {
    source.look(node, 'on a server, all visitors would share this store: docs/ssr.md');
  }
  imports.below(`const ${name} = ${imports.need('streambed', 'createStore')}();`);
}

/** The argument of `initialState={mockInitialState(fixtures)}`, if there is no other prop. */
function initialFixtures(
  properties: ts.NodeArray<ts.JsxAttributeLike>,
  source: Source,
): ts.CallExpression | undefined {
  const { ts } = source;
  const [only, ...others] = properties;
  if (!only || others.length > 0 || !ts.isJsxAttribute(only)) return undefined;
  const { initializer } = only;
  const value = initializer && ts.isJsxExpression(initializer) ? initializer.expression : undefined;
  const isMocked =
    value &&
    ts.isCallExpression(value) &&
    source.origins.nameOf(value.expression) === 'mockInitialState';
  return isMocked ? value : undefined;
}

/** `<DataProvider initialState={mockInitialState(F)}>` → `<FixtureProvider initialFixtures={F}>`. */
function withFixtures(
  { openingElement, closingElement }: ts.JsxElement,
  mocked: ts.CallExpression,
  source: Source,
  imports: Imports,
): void {
  const [fixtures] = mocked.arguments;
  const provider = imports.need('streambed/testing/react', 'FixtureProvider');
  source.change(
    openingElement,
    `${source.textOf(openingElement)} → <${provider} initialFixtures={…}>`,
  );
  const [property] = openingElement.attributes.properties;
  source.replace(openingElement.tagName, provider);
  source.replace(closingElement.tagName, provider);
  if (property && source.ts.isJsxAttribute(property))
    source.replace(property.name, 'initialFixtures');
  // Only the call around the fixtures goes, so that edits within them stay.
  source.edits.remove(
    source.startOf(mocked),
    fixtures ? source.startOf(fixtures) : mocked.getEnd(),
  );
  if (fixtures) source.edits.remove(fixtures.getEnd(), mocked.getEnd());
  for (const name of [openingElement.tagName, closingElement.tagName, mocked.expression]) {
    imports.replaced(name);
  }
}

/** Whether the only child of a provider is a MockResolver, which becomes a provider of its own. */
function isAroundFixtures(node: ts.JsxElement, source: Source): boolean {
  const { ts } = source;
  const children = node.children.filter(
    (child) => !(ts.isJsxText(child) && child.text.trim() === ''),
  );
  const [only, ...others] = children;
  return (
    others.length === 0 &&
    only !== undefined &&
    ts.isJsxElement(only) &&
    source.origins.nameOf(only.openingElement.tagName) === 'MockResolver'
  );
}

function unwrap(node: ts.JsxElement, source: Source, imports: Imports): void {
  const { openingElement, closingElement } = node;
  source.change(
    openingElement,
    `<${source.textOf(openingElement.tagName)}> around <MockResolver> → (removed)`,
  );
  const child = node.children.find(source.ts.isJsxElement);
  if (!child) return;
  source.edits.remove(source.startOf(node), source.startOf(child));
  source.edits.remove(child.getEnd(), node.getEnd());
  imports.replaced(openingElement.tagName);
  imports.replaced(closingElement.tagName);
}

function resolverProps(node: ts.JsxOpeningElement, source: Source): void {
  for (const property of node.attributes.properties) {
    const name = attributeName(property, source);
    if (name === 'fixtures') continue;
    const message =
      name === 'getInitialInterceptorData'
        ? 'pass a function that returns the fixtures: its variables are the data'
        : 'FixtureProvider does not take it; `passThrough` sends requests without a fixture';
    source.look(property, `${name}: ${message}`);
  }
}
