import {
  SB_ANSWER_EMPTY,
  SB_ANSWER_SHAPE,
  SB_CYCLE,
  SB_DEPTH,
  SB_ENTITY_INVALID,
  SB_LENS_MISSING,
  SB_PK_MISSING,
  SB_SCHEMA_INVALID,
} from '../shared/errorCatalogue.ts';

/**
 * The errors that reject a response while it is normalized, by code. Your own schemas use these
 * codes.
 */
export const answerProblems = {
  SB_ANSWER_EMPTY,
  SB_ANSWER_SHAPE,
  SB_CYCLE,
  SB_DEPTH,
  SB_ENTITY_INVALID,
  SB_LENS_MISSING,
  SB_PK_MISSING,
  SB_SCHEMA_INVALID,
} as const;

/** One of these codes. */
export type AnswerProblem = keyof typeof answerProblems;
