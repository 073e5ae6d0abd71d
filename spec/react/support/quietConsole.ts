/** Expected logs: errors that a boundary caught, and responses without a schema. */
const expected =
  /SB_ITEM_UNMAPPED|The above error occurred|^Error: Uncaught |React will try to recreate/;

/**
 * React 17 warns about every update outside of `act`; later versions check
 * `IS_REACT_ACT_ENVIRONMENT`.
 */
const wantsAct = /not wrapped in act/;
const environment = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean };

/**
 * Fails a spec that logs an unexpected warning or error. Returns the logs, for specs that expect
 * some.
 */
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
