import assert from 'node:assert/strict';

const SCALARS = ['id', 'number', 'title', 'body', 'state', 'rank', 'createdAt', 'updatedAt'];
const USER_FIELDS = ['id', 'login', 'name', 'avatar'];

/** Throws unless the list holds these issues in this order. Fields a contender adds of its own are left out of it. */
export function assertIssues(actual, expected) {
  assert.ok(Array.isArray(actual), `expected a list, got ${String(actual)}`);
  assert.equal(actual.length, expected.length, 'length of the list');
  for (let i = 0; i < expected.length; i++) assertIssue(actual[i], expected[i]);
}

function assertIssue(actual, expected) {
  assert.deepEqual(only(SCALARS, actual), only(SCALARS, expected));
  assert.deepEqual(only(USER_FIELDS, actual.author), only(USER_FIELDS, expected.author));
}

function only(fields, record) {
  return Object.fromEntries(fields.map((field) => [field, record?.[field]]));
}
