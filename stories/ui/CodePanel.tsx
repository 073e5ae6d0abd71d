import { useState, type ReactElement } from 'react';
import { Code } from './Code.tsx';

/** The sources of all stories by path, loaded when the panel opens. */
const sources = import.meta.glob<string>(['../*/*.{ts,tsx}', '!../api/**'], {
  query: '?raw',
  import: 'default',
});

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** The code of a story, and of the components, endpoints and entities that it is made of. */
export function CodePanel({ file }: { file: string }): ReactElement {
  const [files, setFiles] = useState<readonly SourceFile[]>([]);
  const [shown, setShown] = useState(0);
  return (
    <details
      className="card code-panel"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && files.length === 0) void readSources(file).then(setFiles);
      }}
    >
      <summary>Code of this story</summary>
      <div className="code-tabs" role="group" aria-label="Files">
        {files.map(({ name }, index) => (
          <button key={name} aria-pressed={index === shown} onClick={() => setShown(index)}>
            {name}
          </button>
        ))}
      </div>
      {files.length > 0 && <Code text={files[shown].text} />}
    </details>
  );
}

/** The file of a story, then all that it imports, except the parts that all stories share. */
async function readSources(file: string): Promise<readonly SourceFile[]> {
  const paths = [file.replace(/^.*stories\//, '../')];
  const files: SourceFile[] = [];
  // The loop visits the paths that it adds.
  for (const path of paths) {
    const text = await sources[path]();
    files.push({ name: path.replace(/^.*\//, ''), text: withoutStorybook(text) });
    for (const imported of importsOf(path, text)) {
      if (imported in sources && !paths.includes(imported)) paths.push(imported);
    }
  }
  return files;
}

function importsOf(path: string, text: string): readonly string[] {
  return [...text.matchAll(/ from '(\.\.?\/[^']+\.tsx?)'/g)]
    .map(([, name]) => new URL(name, `file:///x/${path.slice(3)}`).pathname.replace('/x/', '../'))
    .filter((name) => !name.startsWith('../ui/'));
}

/** The components of a story: its title and description are on the page already. */
function withoutStorybook(text: string): string {
  return text
    .replace(/^import .* from '@storybook\/react-vite';\n/m, '')
    .replace(/^const description =[^]*?;\n\n/m, '')
    .replace(/\nconst meta\b[^]*/, '');
}
