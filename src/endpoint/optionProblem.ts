/** Whether a value is good for an option. */
type Rule = (value: unknown) => boolean;

/** What options of endpoints, many of them those of stores too, have to be. */
const rules: Readonly<Record<PropertyKey, Rule>> = {
  dataExpiryLength: isLength,
  errorExpiryLength: isLength,
  pollFrequency: isPositive,
  timeout: isPositive,
  retry: (value) => value === false || isCount(value) || isRecord(value),
  'retry.count': isCount,
  'retry.delay': (value) => isLength(value) && value < Infinity,
  'retry.maxDelay': isLength,
  'retry.when': (value) => typeof value === 'function',
  signal: (value) => value === null || isSignal(value),
};

const RETRY_MEMBERS = ['count', 'delay', 'maxDelay', 'when'];

/** What is wrong with an option, as `timeout is -1`; `undefined` if nothing is, or if it may be anything. */
export function optionProblem(
  name: PropertyKey,
  value: unknown,
  isGood: Rule | undefined = Object.hasOwn(rules, name) ? rules[name] : undefined,
): string | undefined {
  if (value === undefined || !isGood) return undefined;
  if (!isGood(value)) {
    return `${String(name)} is ${typeof value === 'number' ? value : `a value of type ${typeof value}`}`;
  }
  if (name !== 'retry' || !isRecord(value)) return undefined;
  return RETRY_MEMBERS.map((member) => optionProblem(`retry.${member}`, value[member])).find(
    Boolean,
  );
}

/** Whether a value is a length of time, ms. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isPositive(value: unknown): boolean {
  return isLength(value) && value > 0;
}

function isCount(value: unknown): boolean {
  return isLength(value) && (Number.isInteger(value) || value === Infinity);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By its members: signals of other realms and of polyfills are good. */
function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}
