import { javascript } from '@codemirror/lang-javascript';
import { syntaxHighlighting } from '@codemirror/language';
import { setDiagnostics } from '@codemirror/lint';
import { classHighlighter } from '@lezer/highlight';
import { basicSetup, EditorView } from 'codemirror';
import type { Failure } from './messages.ts';
import { typeHints } from './types/typeHints.ts';

/** The editor of the playground. Tab leaves it, as it leaves any other control. */
export class Editor {
  readonly #view: EditorView;
  #isReplacing = false;

  /** `onEdit` is called with the code after each edit of the reader. */
  constructor(parent: HTMLElement, onEdit: (code: string) => void) {
    this.#view = new EditorView({
      parent,
      extensions: [
        // Before the set-up, whose completion knows no types.
        typeHints(),
        basicSetup,
        javascript({ typescript: true, jsx: true }),
        syntaxHighlighting(classHighlighter),
        EditorView.lineWrapping,
        // With an index, a long program can be scrolled by keys in every browser.
        EditorView.contentAttributes.of({ 'aria-label': 'Code', tabindex: '0' }),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged && !this.#isReplacing) onEdit(state.doc.toString());
        }),
      ],
    });
  }

  get code(): string {
    return this.#view.state.doc.toString();
  }

  set code(insert: string) {
    const { length } = this.#view.state.doc;
    this.#isReplacing = true;
    this.#view.dispatch({ changes: { from: 0, to: length, insert }, selection: { anchor: 0 } });
    this.#isReplacing = false;
  }

  /** Underlines the lines of failures. */
  mark(failures: readonly Failure[]): void {
    const { doc } = this.#view.state;
    const marks = failures.flatMap(({ message, line }) => {
      if (line === undefined || line > doc.lines) return [];
      const { from, to } = doc.line(line);
      return [{ from, to, message, severity: 'error' as const }];
    });
    this.#view.dispatch(setDiagnostics(this.#view.state, marks));
  }

  goTo(line: number): void {
    const { from } = this.#view.state.doc.line(line);
    this.#view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }
}
