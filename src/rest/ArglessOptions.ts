import type { ArgsOptions } from './ArgsOptions.ts';
import type { RestOptions } from './RestOptions.ts';

/** The options that know nothing of the arguments. */
export type ArglessOptions = Omit<RestOptions, keyof ArgsOptions<RestOptions>>;
