/** `done`, or the code or name of what `run` throws. */
export function outcomeOf(run: () => unknown): string {
  try {
    run();
    return 'done';
  } catch (error) {
    const { code, name } = error as { code?: string; name: string };
    return code ?? name;
  }
}
