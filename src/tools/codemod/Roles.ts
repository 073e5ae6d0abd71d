import type ts from 'typescript';
import { isDataClient } from './dataClientNames.ts';
import type { Origins } from './Origins.ts';
import { type TypeScript, unwrapped } from './TypeScript.ts';

/**
 * What a value is: a controller; the state of a controller; the snapshot of an optimistic update; the
 * endpoints of a resource; one endpoint; hooks made of a resource; what `renderDataHook` returned,
 * and its `result`.
 */
export type Role =
  | 'controller'
  | 'state'
  | 'snapshot'
  | 'resource'
  | 'endpoint'
  | 'hooks'
  | 'rendered'
  | 'renderedResult';

const ofCalls: Readonly<Record<string, Role>> = {
  createResource: 'resource',
  hookifyResource: 'hooks',
  renderDataClient: 'rendered',
  renderDataHook: 'rendered',
  resource: 'resource',
  useController: 'controller',
};

const ofTypes: Readonly<Record<string, Role>> = {
  Controller: 'controller',
  Snapshot: 'snapshot',
  SnapshotInterface: 'snapshot',
  State: 'state',
};

const endpointClasses = ['Endpoint', 'GQLEndpoint', 'RestEndpoint'];
const renderers = ['makeRenderDataClient', 'makeRenderDataHook'];

/** Finds out what values are, by the declarations and calls that they come from. */
export class Roles {
  readonly #ts: TypeScript;
  readonly #origins: Origins;
  readonly #pending = new Set<ts.Node>();

  constructor(typescript: TypeScript, origins: Origins) {
    this.#ts = typescript;
    this.#origins = origins;
  }

  roleOf(node: ts.Expression | undefined): Role | undefined {
    if (!node || this.#pending.has(node)) return undefined;
    // A declaration may refer to itself.
    this.#pending.add(node);
    try {
      return this.#roleOf(unwrapped(this.#ts, node));
    } finally {
      this.#pending.delete(node);
    }
  }

  /** Whether a class, or a class that it extends, is one of the given names of Data Client. */
  extendsOneOf(node: ts.Node | undefined, names: readonly string[]): boolean {
    if (!node || this.#pending.has(node)) return false;
    this.#pending.add(node);
    try {
      if (this.#ts.isCallExpression(node)) {
        const name = this.#origins.nameOf(node.expression);
        return /^(?:schema\.)?(?:Entity|EntityMixin)$/.test(name) && names.includes('Entity');
      }
      if (this.#ts.isClassLike(node)) {
        const clause = node.heritageClauses?.find(
          ({ token }) => token === this.#ts.SyntaxKind.ExtendsKeyword,
        );
        return this.extendsOneOf(clause?.types[0].expression, names);
      }
      const name = this.#origins.nameOf(node).replace(/^schema\./, '');
      return names.includes(name) || this.extendsOneOf(this.#origins.declarationOf(node), names);
    } finally {
      this.#pending.delete(node);
    }
  }

  #roleOf(node: ts.Expression): Role | undefined {
    if (this.#ts.isCallExpression(node)) return this.#ofCall(node);
    if (this.#ts.isNewExpression(node)) {
      return this.extendsOneOf(node.expression, endpointClasses) ? 'endpoint' : undefined;
    }
    if (this.#ts.isPropertyAccessExpression(node)) {
      return this.#ofMember(node) ?? this.ofDeclaration(this.#origins.declarationOf(node));
    }
    return this.#ts.isIdentifier(node)
      ? this.ofDeclaration(this.#origins.declarationOf(node))
      : undefined;
  }

  #ofCall({ expression: callee, arguments: args }: ts.CallExpression): Role | undefined {
    const name = this.#origins.nameOf(callee);
    if (Object.hasOwn(ofCalls, name)) return ofCalls[name];
    if (args.length === 1 && this.#origins.nameOf(args[0]) === 'ControllerContext') {
      return 'controller';
    }
    if (args.length === 1 && this.#origins.nameOf(args[0]) === 'StateContext') return 'state';
    if (this.#ts.isPropertyAccessExpression(callee)) {
      const receiver = this.roleOf(callee.expression);
      const method = callee.name.text;
      if (receiver === 'controller' && method === 'getState') return 'state';
      if (receiver === 'resource' && method === 'extend') return 'resource';
      const makes = ['extend', 'bind', 'query', 'mutation', 'paginated'].includes(method);
      return receiver === 'endpoint' && makes ? 'endpoint' : undefined;
    }
    const made = this.#origins.declarationOf(callee);
    if (!made) return undefined;
    if (this.#isRenderer(made)) return 'rendered';
    return this.roleOf(this.#returned(made));
  }

  #ofMember({ expression, name }: ts.PropertyAccessExpression): Role | undefined {
    if (expression.kind === this.#ts.SyntaxKind.ThisKeyword) {
      return this.ofDeclaration(this.#memberOfClass(expression, name.text));
    }
    return memberRole(this.roleOf(expression), name.text);
  }

  /** What a variable, a parameter or a member of a class is. */
  ofDeclaration(declaration: ts.Node | undefined): Role | undefined {
    const { isVariableDeclaration, isParameter, isBindingElement, isPropertyDeclaration } =
      this.#ts;
    if (!declaration) return undefined;
    if (isVariableDeclaration(declaration) || isPropertyDeclaration(declaration)) {
      return this.#ofType(declaration.type) ?? this.roleOf(declaration.initializer);
    }
    if (isParameter(declaration)) {
      return this.#ofType(declaration.type) ?? this.ofParameter(declaration);
    }
    if (isBindingElement(declaration)) {
      const { parent } = declaration.parent;
      const member = declaration.propertyName ?? declaration.name;
      if (isBindingElement(parent) || !this.#ts.isIdentifier(member)) return undefined;
      const whole = this.ofDeclaration(parent);
      return memberRole(whole, member.text);
    }
    if (this.#ts.isCallExpression(declaration) || this.#ts.isNewExpression(declaration)) {
      return this.roleOf(declaration);
    }
    return undefined;
  }

  #ofType(type: ts.TypeNode | undefined): Role | undefined {
    if (!type || !this.#ts.isTypeReferenceNode(type)) return undefined;
    const name = this.#origins.nameOf(type.typeName);
    if (Object.hasOwn(ofTypes, name)) return ofTypes[name];
    // `ReturnType<typeof useController>`
    const [returned] = type.typeArguments ?? [];
    const isReturned = type.typeName.getText() === 'ReturnType' && returned;
    return isReturned && this.#ts.isTypeQueryNode(returned)
      ? ofCalls[this.#origins.nameOf(returned.exprName)]
      : undefined;
  }

  /** What the first parameter of an option or of a callback is. */
  ofParameter(parameter: ts.ParameterDeclaration): Role | undefined {
    const owner = parameter.parent;
    if (owner.parameters[0] !== parameter) return undefined;
    const named = this.#ts.isMethodDeclaration(owner) ? owner : owner.parent;
    const isMember = this.#ts.isMethodDeclaration(named) || this.#ts.isPropertyAssignment(named);
    if (isMember || this.#ts.isPropertyDeclaration(named)) {
      const isPrediction = named.name.getText() === 'getOptimisticResponse';
      return isPrediction && this.#isOfDataClient(named) ? 'snapshot' : undefined;
    }
    if (!this.#ts.isCallExpression(named) || named.arguments[0] !== owner) return undefined;
    const { expression: callee } = named;
    const isExtend = this.#ts.isPropertyAccessExpression(callee) && callee.name.text === 'extend';
    return isExtend && this.roleOf(callee.expression) === 'resource' ? 'resource' : undefined;
  }

  /** Whether an option belongs to an endpoint of Data Client, or its file imports Data Client. */
  #isOfDataClient(option: ts.Node): boolean {
    const { isCallExpression, isNewExpression, isClassLike } = this.#ts;
    const owner = this.#ts.findAncestor(option, (node) =>
      [isCallExpression, isNewExpression, isClassLike].some((isOwner) => isOwner(node)),
    );
    if (owner && isClassLike(owner) && this.extendsOneOf(owner, endpointClasses)) return true;
    if (owner && (isCallExpression(owner) || isNewExpression(owner)) && this.roleOf(owner))
      return true;
    return importsDataClient(this.#ts, option.getSourceFile());
  }

  #memberOfClass(node: ts.Node, name: string): ts.Node | undefined {
    const owner = this.#ts.findAncestor(node, this.#ts.isClassLike);
    const isNamed = (member: ts.Node & { readonly name?: ts.Node | undefined }): boolean =>
      member.name?.getText() === name;
    const parameters = owner?.members.flatMap((member) =>
      this.#ts.isConstructorDeclaration(member) ? [...member.parameters] : [],
    );
    return owner?.members.find(isNamed) ?? parameters?.find(isNamed);
  }

  /** Whether a declaration is a function that `makeRenderDataHook` made. */
  #isRenderer(declaration: ts.Node): boolean {
    if (!this.#ts.isVariableDeclaration(declaration)) return false;
    const { initializer } = declaration;
    return (
      initializer !== undefined &&
      this.#ts.isCallExpression(initializer) &&
      renderers.includes(this.#origins.nameOf(initializer.expression))
    );
  }

  /** What a function returns at its end: `() => useController()`. */
  #returned(declaration: ts.Node): ts.Expression | undefined {
    const made = this.#ts.isVariableDeclaration(declaration)
      ? declaration.initializer
      : declaration;
    const isFunction =
      made && (this.#ts.isArrowFunction(made) || this.#ts.isFunctionDeclaration(made));
    if (!isFunction || !made.body) return undefined;
    if (!this.#ts.isBlock(made.body)) return made.body;
    const last = made.body.statements.at(-1);
    return last && this.#ts.isReturnStatement(last) ? last.expression : undefined;
  }
}

function memberRole(whole: Role | undefined, member: string): Role | undefined {
  if (whole === 'resource') return member === 'extend' ? undefined : 'endpoint';
  if (whole === 'rendered' && member === 'controller') return 'controller';
  if (whole === 'rendered' && member === 'result') return 'renderedResult';
  const lists = ['push', 'unshift', 'assign', 'remove', 'move', 'getPage'];
  return whole === 'endpoint' && lists.includes(member) ? 'endpoint' : undefined;
}

/** Whether a file has an import declaration of Data Client. */
export function importsDataClient(typescript: TypeScript, file: ts.SourceFile): boolean {
  return file.statements
    .filter(typescript.isImportDeclaration)
    .some(
      ({ moduleSpecifier: module }) =>
        typescript.isStringLiteral(module) && isDataClient(module.text),
    );
}
