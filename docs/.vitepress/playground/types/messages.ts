import type { TypeFiles } from './typeFiles.data.ts';

/** A question about a place in a program. */
export interface Question {
  readonly about: 'type' | 'completions' | 'completion';
  readonly code: string;
  /** The offset in the code. */
  readonly at: number;
  /** Which of the completions it is about. */
  readonly name?: string;
}

/** Sent by the page to the worker; the first message has the declarations. */
export type WorkerMessage = { readonly files: TypeFiles } | (Question & { readonly id: number });

/** The type of a name and its comment, with the part of the code that it describes. */
export interface Description {
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly comment: string;
}

export interface CompletionName {
  readonly label: string;
  /** TypeScript's word for it, such as `method`: the icon. */
  readonly type: string;
  /** Names with a lower text come first. */
  readonly sortText: string;
}

/** What the worker finds, by what the question is about. */
export interface Found {
  readonly type: Description | undefined;
  readonly completions: readonly CompletionName[];
  readonly completion: Description | undefined;
}

/** Sent by the worker. */
export interface Response {
  readonly id: number;
  readonly found: Found[Question['about']];
}
