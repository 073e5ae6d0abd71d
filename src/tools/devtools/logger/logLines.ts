import type { Inspector } from '../../inspect/Inspector.ts';
import { listStepsOf } from '../../inspect/listStepsOf.ts';
import type { CommitRecord, Recording, RequestRecord } from '../../inspect/Recording.ts';
import type { Action } from '../../../kernel/store/Action.ts';
import type { TableChanges } from '../../../kernel/table/TableChanges.ts';
import { actionText, callText } from '../actionText.ts';
import { listStepText } from '../listStepText.ts';
import { type Redactor, summaryOf } from '../redact.ts';
import { counted, namesText } from '../valueText.ts';

/** An entry of the log. */
export interface LogLines {
  readonly tone: 'write' | 'request' | 'failure';
  readonly title: string;
  /** ms since epoch. */
  readonly at: number;
  /** What there is to say of it, each with a label. */
  readonly details: readonly (readonly [label: string, text: string])[];
}

/** A title names at most so many actions. */
const MAX_ACTIONS = 3;

/** At most so many steps of lists are written. */
const MAX_STEPS = 5;

/** The members of at most so many updated entities are named. */
const MAX_ROWS = 3;

export function linesOfCommit(
  commit: CommitRecord,
  { requests }: Recording,
  inspector: Inspector,
  redactor: Redactor,
): LogLines {
  const { actions, at, changes, emitted, rendered } = commit;
  const titles = actions
    .slice(0, MAX_ACTIONS)
    .map((action) => `${actionText(action, redactor)}${durationText(action, requests)}`);
  const rest = actions.length - MAX_ACTIONS;
  if (rest > 0) titles.push(counted(rest, 'more action'));
  const details: (readonly [string, string])[] = changesTexts(changes).map((text) => [
    'changed',
    text,
  ]);
  const steps = listStepsOf(commit);
  for (const step of steps.slice(0, MAX_STEPS)) {
    details.push(['list', `${step.entityKey} ${step.pk} ${listStepText(step, redactor)}`]);
  }
  const more = steps.length - MAX_STEPS;
  if (more > 0) details.push(['list', `and ${counted(more, 'more step')}`]);
  const statuses = new Set(actions.map((action) => statusText(action, inspector, redactor)));
  for (const text of statuses) if (text) details.push(['status', text]);
  const streams = emitted.map((name) => redactor.text(name));
  if (streams.length > 0) details.push(['emitted', namesText(streams)]);
  if (rendered.length > 0) details.push(['rendered', namesText(rendered)]);
  const isFailure = actions.some(({ type }) => type === 'setError' || type === 'rollback');
  return { tone: isFailure ? 'failure' : 'write', title: titles.join(' + '), at, details };
}

export function linesOfRequest(request: RequestRecord, redactor: Redactor): LogLines {
  const { attempts, error, isMutation, outcome, reason, settledAt } = request;
  const call = callText(request, redactor);
  const [sentAt] = attempts;
  if (outcome === 'pending') {
    const title = `${call} is ${isMutation ? 'sent' : 'fetched'}`;
    return { tone: 'request', title, at: sentAt, details: [['reason', reason.text]] };
  }
  const took = settledAt === undefined ? '' : ` after ${settledAt - sentAt} ms`;
  const tries = attempts.length > 1 ? ` and ${attempts.length} tries` : '';
  const why = error && outcome === 'failed' ? `: ${summaryOf(error)}` : '';
  const title = `${call} ${outcome === 'failed' ? 'failed' : 'was aborted'}${took}${tries}${why}`;
  const tone = outcome === 'failed' ? 'failure' : 'request';
  return { tone, title, at: settledAt ?? sentAt, details: [] };
}

/** ` after 120 ms`, if the request of a response or a failure is known. */
function durationText(action: Action, requests: readonly RequestRecord[]): string {
  if (action.type !== 'setResponse' && action.type !== 'setError') return '';
  const { key, meta } = action;
  const seq = (action.type === 'setResponse' ? action.sentSeq : undefined) ?? meta.seq;
  const request = requests.find((known) => known.key === key && known.seq === seq);
  return request ? ` after ${meta.receivedAt - request.attempts[0]} ms` : '';
}

function statusText(action: Action, inspector: Inspector, redactor: Redactor): string | undefined {
  if (action.type !== 'setResponse' && action.type !== 'setError') return undefined;
  if (action.type === 'setResponse' && !action.keep) return undefined;
  const report = inspector.key(action.key);
  return report && `${callText(action, redactor)} is ${report.state.status}`;
}

function changesTexts(changes: TableChanges): string[] {
  return changes.keys().flatMap((entityKey) => {
    let [added, removed, updated] = [0, 0, 0];
    const members: string[] = [];
    changes.forEach(entityKey, (pk, record, previous) => {
      if (!previous) {
        added++;
      } else if (record) {
        if (updated++ < MAX_ROWS) members.push(`${pk}: ${changedMembers(previous, record)}`);
      } else {
        removed++;
      }
    });
    const parts = [
      added > 0 && `${added.toLocaleString('en')} added`,
      updated > 0 &&
        `${updated.toLocaleString('en')} updated${updated <= MAX_ROWS ? ` (${members.join('; ')})` : ''}`,
      removed > 0 && `${removed.toLocaleString('en')} removed`,
    ].filter((part) => part !== false);
    return parts.length > 0 ? [`${entityKey}: ${parts.join(', ')}`] : [];
  });
}

/** The names of the members that differ. */
function changedMembers(before: object, after: object): string {
  const [from, to] = [before, after] as Readonly<Record<string, unknown>>[];
  const names = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return namesText(names.filter((name) => !Object.is(from[name], to[name])));
}
