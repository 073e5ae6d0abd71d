import type { ArgsOptions } from './ArgsOptions.ts';
import type { RestOptions } from './RestOptions.ts';

/** The options whose types do not depend on the arguments. */
export type ArglessOptions = Omit<RestOptions, keyof ArgsOptions<RestOptions>>;
