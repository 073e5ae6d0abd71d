/** Whether a value is valid for an option. */
type Rule = (value: unknown) => boolean;

/** The rules for options of endpoints and for members of `retry`. Options of a store with these names have the same rules. */
const rules: Readonly<Record<PropertyKey, Rule>> = {
  dataExpiryLength: isDuration,
  errorExpiryLength: isDuration,
  pollFrequency: isPositive,
  timeout: isPositive,
  retry: (value) => value === false || isCount(value) || isRecord(value),
  'retry.count': isCount,
  'retry.delay': (value) => isDuration(value) && value < Infinity,
  'retry.maxDelay': isDuration,
  'retry.when': (value) => typeof value === 'function',
  signal: (value) => value === null || isSignal(value),
};

/**
 * Describes an invalid option, as in `timeout is -1`; `undefined` if the value is valid or the
 * option has no rule.
 */
export function optionProblem(option: PropertyKey, value: unknown): string | undefined {
  const isValid = Object.hasOwn(rules, option) ? rules[option] : undefined;
  if (value === undefined || !isValid) return undefined;
  if (!isValid(value)) {
    return `${String(option)} is ${typeof value === 'number' ? value : `a value of type ${typeof value}`}`;
  }
  if (option !== 'retry') return undefined;
  const problems = Object.entries(Object(value) as object).map(([member, inner]) =>
    optionProblem(`retry.${member}`, inner),
  );
  return problems.find(Boolean);
}

/** Whether a value is a duration, in ms. */
export function isDuration(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

function isPositive(value: unknown): boolean {
  return isDuration(value) && value > 0;
}

/** Whether a value is a number of things; `Infinity` is one. */
export function isCount(value: unknown): value is number {
  return isDuration(value) && (Number.isInteger(value) || value === Infinity);
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Checks the members, not the class: a signal may come from another realm or a polyfill. */
function isSignal(value: unknown): boolean {
  const { aborted, addEventListener } = Object(value) as Partial<AbortSignal>;
  return typeof aborted === 'boolean' && typeof addEventListener === 'function';
}
