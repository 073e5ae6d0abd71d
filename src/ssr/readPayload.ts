import type { DehydratedState } from '../store/DehydratedState.ts';
import { partElements } from './partElements.ts';
import { readPart } from './readPart.ts';

/**
 * The parts that have arrived with the page, for `createStore({ initialState: readPayload() })`. Parts that are still to come are left to
 * {@link hydrate}. Empty where there is no document.
 */
export function readPayload(
  document: Document | undefined = globalThis.document,
): DehydratedState[] {
  return document ? partElements(document).map(readPart) : [];
}
