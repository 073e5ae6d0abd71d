/**
 * Joins the signatures of a function, which TypeDoc documents one after the other under one title:
 * all in one block of code, then what they have in common.
 *
 * @param {string} page
 */
export function joinOverloads(page) {
  const lines = page.split('\n');
  /** @type {string[]} */
  const joined = [];
  for (let at = 0; at < lines.length;) {
    const level = levelOf(lines[at]);
    if (!isSignature(lines[at])) {
      joined.push(lines[at++]);
      continue;
    }
    const bodies = [];
    while (at < lines.length && isSignature(lines[at])) {
      const from = ++at;
      while (at < lines.length && !isEnd(lines[at], level)) at++;
      bodies.push(lines.slice(from, at).join('\n').trim());
    }
    joined.push(bodyOf(bodies), '');
  }
  return joined.join('\n');
}

/** @param {string} line */
function isSignature(line) {
  return /^#+ Call Signature$/.test(line);
}

/** @param {string} line */
function levelOf(line) {
  return /^(#+) /.exec(line)?.[1].length ?? 0;
}

/**
 * @param {string} line
 * @param {number} level
 */
function isEnd(line, level) {
  const found = levelOf(line);
  return line === '***' || (found > 0 && found <= level);
}

/** @param {readonly string[]} bodies */
function bodyOf(bodies) {
  const code = bodies.map((body) => /^```ts\n([\s\S]*?)\n```/.exec(body)?.[1] ?? '');
  /** @type {Map<string, string[]>} */
  const parts = new Map([['', []]]);
  for (const body of bodies) {
    const [intro, ...sections] = body.replace(/^```ts\n[\s\S]*?\n```/, '').split(/^#+ (?=\S)/m);
    addTo(parts, '', intro.trim());
    for (const section of sections) {
      const [title, ...rest] = section.split('\n');
      // The block of code has them.
      if (title !== 'Type Parameters') addTo(parts, title, rest.join('\n').trim());
    }
  }
  const depth = /^#+(?= )/m.exec(bodies[0].replace(/```[\s\S]*?```/g, ''))?.[0] ?? '##';
  const level = depth.length > 1 ? depth.slice(1) : depth;
  const sections = [...parts].map(([title, texts]) =>
    [...(title ? [`${level} ${title}`] : []), joinedTexts(texts)].join('\n\n'),
  );
  return ['```ts', code.join('\n'), '```', '', ...sections.flatMap((text) => [text, ''])]
    .join('\n')
    .trim();
}

/**
 * @param {Map<string, string[]>} parts
 * @param {string} title
 * @param {string} text
 */
function addTo(parts, title, text) {
  const texts = parts.get(title) ?? [];
  if (text && !texts.includes(text)) parts.set(title, [...texts, text]);
}

/**
 * Tables become one, without repeated rows.
 *
 * @param {readonly string[]} texts
 */
function joinedTexts(texts) {
  if (!texts.every((text) => text.startsWith('|'))) return texts.join('\n\n');
  return [...new Set(texts.flatMap((text) => text.split('\n')))].join('\n');
}
