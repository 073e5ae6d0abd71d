/** Resolves as soon as a condition holds; rejects, with what it was, before the spec is ended. */
export async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 50_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`Waited in vain until ${what}.`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}
