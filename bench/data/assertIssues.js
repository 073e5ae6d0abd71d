import { assertEqual } from './assertEqual.js';

const SCALARS = ['id', 'number', 'title', 'body', 'state', 'rank', 'createdAt', 'updatedAt'];
const USER_FIELDS = ['id', 'login', 'name', 'avatar'];

/** Throws unless the list holds these issues in this order. Fields a contender adds of its own are left out of it. */
export function assertIssues(actual, expected) {
  assertEqual(Array.isArray(actual), true, 'is a list');
  assertEqual(actual.length, expected.length, 'length of the list');
  for (const [i, issue] of expected.entries()) {
    assertFields(SCALARS, actual[i], issue, `issue ${i}`);
    assertFields(USER_FIELDS, actual[i].author, issue.author, `author of issue ${i}`);
  }
}

function assertFields(fields, actual, expected, what) {
  for (const field of fields) assertEqual(actual?.[field], expected[field], `${what}, ${field}`);
}
