'use server';

import { visitor } from './visitor';

/** Changes the name on the server and returns the user. */
export async function rename(name: string) {
  visitor.name = name;
  return visitor;
}
