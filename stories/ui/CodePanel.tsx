import { highlight } from 'sugar-high';
import { useState, type ReactElement } from 'react';

/** The sources of all stories by path, loaded when the panel opens. */
const sources = import.meta.glob<string>(['../*/*.{ts,tsx}', '!../api/**', '!../next/**'], {
  query: '?raw',
  import: 'default',
});

interface SourceFile {
  readonly name: string;
  readonly text: string;
}

/** The code of a story and of the endpoints and components that it imports. */
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

function Code({ text }: { text: string }): ReactElement {
  // The markup is made of sources of this repository.
  return (
    <pre tabIndex={0} aria-label="Source">
      <code dangerouslySetInnerHTML={{ __html: highlight(text) }} />
    </pre>
  );
}

/** The file of a story, then what it imports, except the parts that all stories share. */
async function readSources(file: string): Promise<readonly SourceFile[]> {
  const path = file.replace(/^.*stories\//, '../');
  const text = await sources[path]();
  const imported = [...text.matchAll(/ from '(\.\.?\/[^']+\.tsx?)'/g)]
    .map(([, name]) => new URL(name, `file:///x/${path.slice(3)}`).pathname.replace('/x/', '../'))
    .filter((name) => !name.startsWith('../ui/') && name in sources);
  const others = imported.map(async (name) => ({
    name: name.replace(/^.*\//, ''),
    text: await sources[name](),
  }));
  return [{ name: path.replace(/^.*\//, ''), text }, ...(await Promise.all(others))];
}
