import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import { EditorView, hoverTooltip, type Tooltip } from '@codemirror/view';
import type { Description, Found, Question } from './messages.ts';

/** Types on hover and completion. TypeScript is loaded when the editor is used for the first time. */
export function typeHints() {
  return [
    EditorView.domEventHandlers({ focus: () => void load() }),
    hoverTooltip(typeAt),
    autocompletion({ override: [completionsAt] }),
  ];
}

const load = () => import('./TypeClient.ts');

async function ask<About extends Question['about']>(
  question: Question & { readonly about: About },
): Promise<Found[About]> {
  const { typeClient } = await load();
  return typeClient.ask(question);
}

async function typeAt({ state }: EditorView, at: number): Promise<Tooltip | null> {
  const found = await ask({ about: 'type', code: state.doc.toString(), at });
  if (!found) return null;
  const { from, to } = found;
  return { pos: from, end: to, above: true, create: () => ({ dom: drawn(found) }) };
}

async function completionsAt(context: CompletionContext): Promise<CompletionResult | null> {
  const word = context.matchBefore(/[\w$]*/);
  const isMember = context.matchBefore(/\.[\w$]*/) !== null;
  if (!context.explicit && !isMember && !word?.text) return null;
  const code = context.state.doc.toString();
  const at = context.pos;
  const names = await ask({ about: 'completions', code, at });
  const options = names.map(({ label, type, sortText }): Completion => ({
    label,
    type: icons[type] ?? 'variable',
    // Names of the program come before those of the language.
    boost: 30 - Number(/^\d+/.exec(sortText)?.[0] ?? 30),
    info: async () => {
      const found = await ask({ about: 'completion', code, at, name: label });
      return found ? drawn(found) : null;
    },
  }));
  return { from: word?.from ?? at, options, validFor: /^[\w$]*$/ };
}

/** Icons of CodeMirror by TypeScript's words. */
const icons: Readonly<Record<string, string>> = {
  alias: 'namespace',
  class: 'class',
  const: 'constant',
  enum: 'enum',
  function: 'function',
  interface: 'interface',
  keyword: 'keyword',
  method: 'method',
  module: 'namespace',
  property: 'property',
  type: 'type',
};

function drawn({ type, comment }: Description): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'type-hint';
  const code = document.createElement('code');
  code.textContent = type;
  const text = document.createElement('p');
  // Comments break their lines for the width of the source.
  text.textContent = comment.replace(/(?<!\n)\n(?!\n)/g, ' ');
  dom.append(code, ...(comment ? [text] : []));
  return dom;
}
