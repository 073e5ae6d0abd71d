/** Sent by the page to the frame. */
export type PageMessage =
  | { readonly type: 'run'; readonly code: string; readonly latency: number }
  | { readonly type: 'latency'; readonly latency: number }
  | { readonly type: 'colors'; readonly isDark: boolean }
  | { readonly type: 'failNext' };

/** An error of the program in the editor. */
export interface Failure {
  readonly message: string;
  /** From 1; `undefined` if no line of the program is in the stack. */
  readonly line: number | undefined;
}

/** Sent by the frame to the page. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'failed'; readonly failure: Failure }
  /** The height of the content, px. */
  | { readonly type: 'height'; readonly height: number };
