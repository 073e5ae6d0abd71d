import { withBase } from 'vitepress';

/** The texts of the script and of the style sheet; `undefined` until a program runs. */
let files: Promise<readonly [script: string, style: string]> | undefined;

/**
 * The document of a frame. Both files are in its text: the frame has an origin of its own, and a
 * browser hides the errors of scripts that are loaded from another origin. Rejects if a file cannot
 * be loaded; the next call tries again.
 */
export async function frameDocument(isDark: boolean): Promise<string> {
  files ??= Promise.all([load('frame.js'), load('frame.css')]);
  const [script, style] = await files.catch((error: unknown) => {
    files = undefined;
    throw error;
  });
  return `<!doctype html>
<html lang="en" class="${isDark ? 'dark' : ''}">
<head><title>Program</title><style>${style}</style></head>
<body><main class="frame"></main><script>${script}</script></body>
</html>`;
}

async function load(name: string): Promise<string> {
  const response = await fetch(withBase(`/playground/${name}`));
  if (!response.ok) throw new Error(`${name}: ${response.status}`);
  const text = await response.text();
  // Only literals contain these. HTML would take them for the end of the script, or for a comment.
  return name === 'frame.js' ? text.replace(/<(?=!--|\/?script)/gi, '\\x3c') : text;
}
