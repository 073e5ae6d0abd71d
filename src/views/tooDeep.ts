import { SB_DEPTH } from '../shared/errorCatalogue.ts';
import { StreambedError } from '../shared/StreambedError.ts';

/** The error for entities that nest too deep to be read. */
export function tooDeep(how: string): StreambedError {
  return new StreambedError(SB_DEPTH, `Entities nest ${how}.`);
}
