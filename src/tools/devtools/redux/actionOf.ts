import { packValue } from '../../../shared/codec/valueCodec.ts';
import type { CommitRecord } from '../../inspect/Recording.ts';
import type { Action } from '../../../kernel/store/Action.ts';
import { nameOfSchema } from '../actionText.ts';
import type { Redactor } from '../redact.ts';
import { packAction } from '../sessionFile/actions.ts';
import { counted, namesText } from '../valueText.ts';

/** What the extension lists for a commit. */
export interface ExtensionAction {
  readonly type: string;
  readonly [member: string]: unknown;
}

/** A commit as an action: its type says what was done, its members with what. */
export function actionOf(commit: CommitRecord, redactor: Redactor): ExtensionAction {
  const { actions, emitted, rendered, version } = commit;
  const names = actions.map(titleOf);
  const effects = {
    commit: version,
    emitted: emitted.map((name) => redactor.text(name)),
    rendered: [...rendered],
  };
  const packed = actions.map((action) => packValue(packAction(action, redactor), 'The action'));
  const [first] = packed as readonly object[];
  if (actions.length === 1) return { ...first, type: names[0], ...effects };
  return { type: `batch: ${namesText(names, 3)}`, actions: packed, ...effects };
}

/** Many commits as one action. */
export function actionOfMany(commits: readonly CommitRecord[], count: number): ExtensionAction {
  const names = commits.map(({ actions }) => namesText(actions.map(titleOf), 3));
  return { type: counted(count, 'commit'), commits: names };
}

function titleOf(action: Action): string {
  const { type } = action;
  if ('name' in action) return `${type} ${action.name}`;
  if ('schema' in action) return `${type} ${nameOfSchema(action.schema)}`;
  if ('keys' in action) return `${type} ${counted(action.keys.length, 'key')}`;
  return 'entityKey' in action ? `${type} ${action.entityKey} ${action.pk}` : type;
}
