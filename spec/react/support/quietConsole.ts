/** React and jsdom log what an error boundary caught, streambed what it keeps as it is; nothing else may be logged. */
const expected =
  /no schema is mapped|The above error occurred|^Error: Uncaught |React will try to recreate/;

/** React 17 always wants `act`; later versions know the flag by which a spec says that it renders without. */
const wantsAct = /not wrapped in act/;
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/** Fails a spec in which React, or anybody else, complained. Gives what was said, for specs that expect it. */
export function quietConsole(): {
  readonly complaints: () => readonly string[];
  readonly expectComplaints: () => void;
} {
  let complaints: string[] = [];
  let isExpected = false;

  beforeEach(() => {
    complaints = [];
    isExpected = false;
    const note = (...parts: unknown[]): void => {
      const text = parts.map(String).join(' ');
      if (expected.test(text)) return;
      if (environment.IS_REACT_ACT_ENVIRONMENT === false && wantsAct.test(text)) return;
      complaints.push(text);
    };
    jest.spyOn(console, 'error').mockImplementation(note);
    jest.spyOn(console, 'warn').mockImplementation(note);
  });

  afterEach(() => {
    jest.restoreAllMocks();
    if (!isExpected) expect(complaints).toEqual([]);
  });

  return {
    complaints: () => complaints,
    expectComplaints: () => {
      isExpected = true;
    },
  };
}
