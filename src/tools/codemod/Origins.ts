import type ts from 'typescript';
import { isDataClient } from './dataClientNames.ts';
import type { TypeScript } from './TypeScript.ts';

/** A name that a module of Data Client exports. `*` is the module itself; members are `schema.Entity`. */
export interface Origin {
  readonly module: string;
  readonly name: string;
}

/** What a name leads to: an export of Data Client, a declaration of the program, or a module of it. */
type Target =
  { readonly origin: Origin } | { readonly declaration: ts.Node } | { readonly module: ts.Symbol };

/** Follows names through imports and exports, in the given program. */
export class Origins {
  readonly #ts: TypeScript;
  readonly #checker: ts.TypeChecker;
  readonly #targets = new Map<ts.Node, Target | undefined>();

  constructor(typescript: TypeScript, checker: ts.TypeChecker) {
    this.#ts = typescript;
    this.#checker = checker;
  }

  /** The export of Data Client that an expression or the name of a type refers to. */
  originOf(node: ts.Node): Origin | undefined {
    const target = this.#targetOf(node);
    return target && 'origin' in target ? target.origin : undefined;
  }

  /** The name that a module of Data Client exports, or `''`. */
  nameOf(node: ts.Node): string {
    return this.originOf(node)?.name ?? '';
  }

  /** The declaration in the program that a name refers to. */
  declarationOf(node: ts.Node): ts.Node | undefined {
    const target = this.#targetOf(node);
    return target && 'declaration' in target ? target.declaration : undefined;
  }

  /** The symbol of an identifier; of `{ name }` the variable, not the member. */
  symbolOf(name: ts.Identifier): ts.Symbol | undefined {
    const { parent } = name;
    if (this.#ts.isShorthandPropertyAssignment(parent)) {
      return this.#checker.getShorthandAssignmentValueSymbol(parent);
    }
    if (this.#ts.isExportSpecifier(parent) && !parent.parent.parent.moduleSpecifier) {
      return this.#checker.getExportSpecifierLocalTargetSymbol(parent);
    }
    return this.#checker.getSymbolAtLocation(name);
  }

  #targetOf(node: ts.Node): Target | undefined {
    if (!this.#targets.has(node)) this.#targets.set(node, this.#findTarget(node));
    return this.#targets.get(node);
  }

  #findTarget(node: ts.Node): Target | undefined {
    const { isIdentifier, isPropertyAccessExpression, isQualifiedName } = this.#ts;
    if (isIdentifier(node)) return this.#follow(this.symbolOf(node), new Set());
    if (isPropertyAccessExpression(node)) return this.#member(node.expression, node.name.text);
    if (isQualifiedName(node)) return this.#member(node.left, node.right.text);
    return undefined;
  }

  #member(left: ts.Node, name: string): Target | undefined {
    const target = this.#targetOf(left);
    if (!target) return undefined;
    if ('module' in target) return this.#exported(target.module, name, new Set());
    if (!('origin' in target)) return undefined;
    const { module, name: outer } = target.origin;
    if (outer === '*') return { origin: { module, name } };
    return outer === 'schema' ? { origin: { module, name: `schema.${name}` } } : undefined;
  }

  #follow(symbol: ts.Symbol | undefined, seen: Set<ts.Symbol>): Target | undefined {
    const declaration = symbol?.declarations?.[0];
    if (!symbol || !declaration || seen.has(symbol)) return undefined;
    seen.add(symbol);
    const { isImportSpecifier, isExportSpecifier, isNamespaceImport, isImportClause } = this.#ts;
    if (isImportSpecifier(declaration)) {
      const { moduleSpecifier } = declaration.parent.parent.parent;
      return this.#imported(moduleSpecifier, importedName(declaration), seen);
    }
    if (isNamespaceImport(declaration)) {
      return this.#imported(declaration.parent.parent.moduleSpecifier, '*', seen);
    }
    if (isImportClause(declaration)) {
      return this.#imported(declaration.parent.moduleSpecifier, 'default', seen);
    }
    if (isExportSpecifier(declaration)) {
      const { moduleSpecifier } = declaration.parent.parent;
      return moduleSpecifier
        ? this.#imported(moduleSpecifier, importedName(declaration), seen)
        : this.#follow(this.#checker.getExportSpecifierLocalTargetSymbol(declaration), seen);
    }
    if (this.#ts.isExportAssignment(declaration)) {
      const { expression } = declaration;
      return this.#ts.isIdentifier(expression)
        ? this.#follow(this.symbolOf(expression), seen)
        : { declaration: expression };
    }
    return { declaration };
  }

  #imported(specifier: ts.Expression, name: string, seen: Set<ts.Symbol>): Target | undefined {
    if (!this.#ts.isStringLiteral(specifier)) return undefined;
    if (isDataClient(specifier.text)) return { origin: { module: specifier.text, name } };
    const module = this.#checker.getSymbolAtLocation(specifier);
    if (!module) return undefined;
    return name === '*' ? { module } : this.#exported(module, name, seen);
  }

  #exported(module: ts.Symbol, name: string, seen: Set<ts.Symbol>): Target | undefined {
    const found = this.#checker.getExportsOfModule(module).find((member) => member.name === name);
    return this.#follow(found, seen);
  }
}

/** The name that a specifier has in the other module. */
export function importedName({ name, propertyName }: ts.ImportOrExportSpecifier): string {
  return (propertyName ?? name).text;
}
