/** The program that a hash names: `#expiry`, or `#expiry/<code>` with an edited program. */
export interface NamedProgram {
  /** The id of the example; empty without a hash. */
  readonly id: string;
  /** The code of the edited program. */
  readonly code?: string;
  /** Why the hash has code that cannot be shown. */
  readonly problem?: 'too long' | 'broken';
}

/** The longest hash that is made or read, in characters: mail and chat programs cut longer links. */
export const LONGEST_HASH = 6_000;

/** The hash of a program: compressed, in letters that links may have. `undefined`: it is too long. */
export async function hashOf(id: string, code?: string): Promise<string | undefined> {
  if (code === undefined) return `#${id}`;
  const bytes = await piped(new TextEncoder().encode(code), new CompressionStream('deflate'));
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
  const letters = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  const hash = `#${id}/${letters}`;
  return hash.length > LONGEST_HASH ? undefined : hash;
}

/** Reads a hash. The checksum of the compressed code tells whether a link was cut or changed. */
export async function readHash(hash: string): Promise<NamedProgram> {
  const [id, letters] = hash.replace(/^#/, '').split('/') as [string, string?];
  if (letters === undefined) return { id };
  if (hash.length > LONGEST_HASH) return { id, problem: 'too long' };
  try {
    const binary = atob(letters.replaceAll('-', '+').replaceAll('_', '/'));
    const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
    const text = await piped(bytes, new DecompressionStream('deflate'));
    return { id, code: new TextDecoder('utf-8', { fatal: true }).decode(text) };
  } catch {
    return { id, problem: 'broken' };
  }
}

async function piped(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array<ArrayBuffer>> {
  const result = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(result).arrayBuffer());
}
