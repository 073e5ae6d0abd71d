import type { ListStep } from '../../data/schema/collection/listReasons.ts';
import type { Redactor } from './redact.ts';
import { namesText, valueText } from './valueText.ts';

/** What happened to an entity in a list, such as ``left { status: 'open' } because `status` changed``. */
export function listStepText(
  { args, listKey, reason, type }: ListStep,
  redactor: Redactor,
): string {
  const isNamed = Object.keys(args).length > 0;
  const list = isNamed ? valueText(redactor.plain(args, [listKey])) : listKey;
  return `${type} ${list} because ${reasonText(reason)}`;
}

function reasonText(reason: ListStep['reason']): string {
  switch (reason.code) {
    case 'members':
      return `${namesText(reason.names.map((name) => `\`${name}\``))} changed`;
    case 'filter':
      return '`filter` has another result';
    case 'sort':
      return '`sort` puts it on another page';
    case 'request':
      return 'a request changed the list';
  }
}
