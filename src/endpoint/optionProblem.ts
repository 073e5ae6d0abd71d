/** What options of endpoints and stores have to be. */
const problems: Readonly<Record<string, (value: unknown, name: string) => string | undefined>> = {
  dataExpiryLength: lengthProblem,
  errorExpiryLength: lengthProblem,
  graceTime: lengthProblem,
  gcTime: lengthProblem,
  pollFrequency: (value, name) => unless(isLength(value) && value > 0, name, value),
  timeout: (value, name) => unless(isLength(value) && value > 0, name, value),
  retry: retryProblem,
  signal: (value, name) => unless(value === null || isSignal(value), name, value),
};

/** What is wrong with an option, as `timeout is -1`; `undefined` if nothing is. */
export function optionProblem(name: string, value: unknown): string | undefined {
  if (value === undefined || !Object.hasOwn(problems, name)) return undefined;
  return problems[name](value, name);
}

function lengthProblem(value: unknown, name: string): string | undefined {
  return unless(isLength(value), name, value);
}

function retryProblem(retry: unknown, name: string): string | undefined {
  if (retry === false || isCount(retry)) return undefined;
  if (typeof retry !== 'object' || retry === null || Array.isArray(retry)) {
    return unless(false, name, retry);
  }
  const { count, delay, maxDelay, when } = retry as Readonly<Record<string, unknown>>;
  return (
    unless(count === undefined || isCount(count), 'retry.count', count) ??
    unless(delay === undefined || (isLength(delay) && delay < Infinity), 'retry.delay', delay) ??
    unless(maxDelay === undefined || isLength(maxDelay), 'retry.maxDelay', maxDelay) ??
    unless(when === undefined || typeof when === 'function', 'retry.when', when)
  );
}

function unless(isGood: boolean, name: string, value: unknown): string | undefined {
  if (isGood) return undefined;
  return `${name} is ${typeof value === 'number' ? value : `a value of type ${typeof value}`}`;
}

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isCount(value: unknown): boolean {
  return isLength(value) && (Number.isInteger(value) || value === Infinity);
}

/** By its members: signals of other realms and of polyfills are good. */
function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}
