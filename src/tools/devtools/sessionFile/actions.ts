import { fail, listOf, type Members, membersOf, textOf } from '../../../shared/codec/valueCodec.ts';
import type { EndpointAction } from '../../../kernel/commits/Action.ts';
import type { Action } from '../../../kernel/store/Action.ts';
import { EntityKeySet } from '../../../kernel/table/EntityKeySet.ts';
import { nameOfSchema } from '../actionText.ts';
import type { Redactor } from '../redact.ts';
import {
  packFailure,
  packMeta,
  policyOf,
  textsOf,
  timeOf,
  unpackFailure,
  unpackMeta,
  unpackName,
} from './checks.ts';
import type { FileAction, FileName } from './SessionFile.ts';

/** The data of an action. It leaves out responses, functions and schemas. */
export function packAction(action: Action, redactor: Redactor): FileAction {
  const { type } = action;
  const keysOf = (keys: readonly string[]): string[] => keys.map((key) => redactor.text(key));
  switch (action.type) {
    case 'fetch':
      return { type, ...packCall(action, redactor), at: action.at };
    case 'setResponse': {
      const { keep, meta, sentSeq } = action;
      const sent = sentSeq === undefined ? {} : { sentSeq };
      return { type, ...packCall(action, redactor), keep, meta: packMeta(meta), ...sent };
    }
    case 'setError': {
      const { error, errorPolicy, meta } = action;
      const failure = { error: packFailure(error, redactor), errorPolicy };
      return { type, ...packCall(action, redactor), ...failure, meta: packMeta(meta) };
    }
    case 'optimistic': {
      const { fetchedAt, seq } = action;
      return { type, ...packCall(action, redactor), seq, fetchedAt };
    }
    case 'rollback':
      return { type, ...packCall(action, redactor), seq: action.seq };
    case 'set': {
      const schema = nameOfSchema(action.schema);
      const args = redactor.plain(action.args, [schema, 'args']);
      const value = redactor.plain(action.value, [schema]);
      return { type, schema, args, value, meta: packMeta(action.meta) };
    }
    case 'invalidate':
      return { type, keys: keysOf(action.keys), seq: action.seq };
    case 'expire':
      return { type, keys: keysOf(action.keys), rows: namesOf(action.rows), seq: action.seq };
    case 'collect':
      return { type, keys: keysOf(action.keys), rows: namesOf(action.rows), kinds: action.kinds };
    case 'hydrate':
      return {
        type,
        keys: keysOf(action.results.map(({ key }) => key)),
        rows: action.rows.map(({ kind, pk }): FileName => [kind, pk]),
        kinds: action.kinds,
        seq: action.seq,
      };
    case 'reset':
      return { type, seq: action.seq };
    case 'edit': {
      const { entityKey, meta, pk, record } = action;
      const plain = redactor.plain(record, [entityKey, pk]);
      return { type, entityKey, pk, record: plain, meta: packMeta(meta) };
    }
    case 'travel':
      return { type, version: action.version };
  }
}

function packCall({ args, key, name }: EndpointAction, redactor: Redactor): object {
  return { name, key: redactor.text(key), args: redactor.plain(args, [name, 'args']) };
}

function namesOf(rows: EntityKeySet | undefined): FileName[] {
  const names: FileName[] = [];
  rows?.forEach((entityKey, pk) => names.push([entityKey, pk]));
  return names;
}

/** Reverses `packAction`, as far as actions are data. Throws for values that it never makes. */
export function unpackAction(packed: Members): Action {
  // The cast holds: a timeline only reports its actions; no store applies them.
  return membersOfAction(packed) as unknown as Action;
}

function membersOfAction(packed: Members): object {
  const { type } = packed;
  switch (type) {
    case 'fetch':
      return { type, ...callOf(packed), at: timeOf(packed.at) };
    case 'setResponse': {
      const { keep, meta, sentSeq } = packed;
      const sent = sentSeq === undefined ? {} : { sentSeq: timeOf(sentSeq) };
      return { type, ...callOf(packed), keep: keep === true, meta: unpackMeta(meta), ...sent };
    }
    case 'setError': {
      const { error, errorPolicy, meta } = packed;
      const failure = {
        error: unpackFailure(membersOf(error)),
        errorPolicy: policyOf(errorPolicy),
      };
      return { type, ...callOf(packed), ...failure, meta: unpackMeta(meta) };
    }
    case 'optimistic': {
      const { fetchedAt, seq } = packed;
      return { type, ...callOf(packed), seq: timeOf(seq), fetchedAt: timeOf(fetchedAt) };
    }
    case 'rollback':
      return { type, ...callOf(packed), seq: timeOf(packed.seq) };
    case 'set': {
      const schema = { key: textOf(packed.schema) };
      const args = listOf(packed.args);
      return { type, schema, args, value: packed.value, meta: unpackMeta(packed.meta) };
    }
    case 'invalidate':
      return { type, keys: textsOf(packed.keys), seq: timeOf(packed.seq) };
    case 'expire': {
      const rows = setOf(packed.rows);
      return { type, keys: textsOf(packed.keys), rows, seq: timeOf(packed.seq) };
    }
    case 'collect': {
      const rows = setOf(packed.rows);
      return { type, keys: textsOf(packed.keys), rows, kinds: textsOf(packed.kinds) };
    }
    case 'hydrate': {
      const rows = listOf(packed.rows).map((name) => {
        const { entityKey: kind, pk } = unpackName(name);
        return { kind, pk };
      });
      const results = textsOf(packed.keys).map((key) => ({ key }));
      return { type, rows, results, kinds: textsOf(packed.kinds), seq: timeOf(packed.seq) };
    }
    case 'reset':
      return { type, seq: timeOf(packed.seq) };
    case 'edit': {
      const { entityKey, meta, pk, record } = packed;
      const name = { entityKey: textOf(entityKey), pk: textOf(pk) };
      return { type, ...name, record: membersOf(record), meta: unpackMeta(meta) };
    }
    case 'travel':
      return { type, version: packed.version === undefined ? undefined : timeOf(packed.version) };
    default:
      return fail('an unknown action');
  }
}

function callOf({ args, key, name }: Members): object {
  return { name: textOf(name), key: textOf(key), args: listOf(args) };
}

function setOf(packed: unknown): EntityKeySet {
  const rows = new EntityKeySet();
  for (const name of listOf(packed)) {
    const { entityKey, pk } = unpackName(name);
    rows.add(entityKey, pk);
  }
  return rows;
}
