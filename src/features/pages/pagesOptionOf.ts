import type { ReadEndpoint } from '../../data/endpoint/EndpointInterface.ts';
import { labelOf } from '../../data/endpoint/labelOf.ts';
import type { PagesOption } from '../../data/endpoint/PagesOption.ts';
import { StreambedError } from '../../shared/StreambedError.ts';

/** The option `pages` of an endpoint. Throws `SB_PAGES_UNDECLARED`, `SB_OPTION_INVALID`. */
export function pagesOptionOf(endpoint: ReadEndpoint): PagesOption {
  const { pages } = endpoint;
  if (typeof pages?.next !== 'function') {
    const what = `${labelOf(endpoint)} has no option pages.`;
    throw new StreambedError('SB_PAGES_UNDECLARED', what);
  }
  const { max = 1 } = pages;
  if (max >= 1) return pages;
  throw new StreambedError('SB_OPTION_INVALID', `${labelOf(endpoint)}: pages.max is ${max}.`);
}
