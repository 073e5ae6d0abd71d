import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of hazards of each group. */
const groups = { A: 18, B: 14, C: 25, D: 19, E: 15, F: 10, G: 10, J: 16, K: 10 };

it.each(Object.entries(groups))(
  'every hazard of group %s has a spec with its number',
  (group, count) => {
    const titles = readdirSync(__dirname)
      .filter((file) => file.startsWith(`${group}.`))
      .map((file) => readFileSync(join(__dirname, file), 'utf8'))
      .flatMap((text) => [
        ...text.matchAll(/(?:\bit|describe)(?:\.each)?\([^]*?['"`]([^]*?)['"`]/g),
      ])
      .map(([, title]) => title);
    const numbers = Array.from({ length: count }, (_, at) => `${group}${at + 1}`);
    const missing = numbers.filter(
      (number) => !titles.some((title) => new RegExp(`\\b${number}\\b`).test(title)),
    );
    expect(missing).toEqual([]);
  },
);
