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

/** What an answer is refused for while it is normalized, by code: schemas of one's own name the code. */
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

/** The code of one of them. */
export type AnswerProblem = keyof typeof answerProblems;
