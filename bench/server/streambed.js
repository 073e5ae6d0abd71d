import { useSuspense } from 'streambed/react';
import { getIssues } from '../apps/support/streambedModel.js';
import { listOfIssues } from '../apps/support/views.js';
import { renderStreambed } from './support/renderStreambed.js';

const List = listOfIssues(() => useSuspense(getIssues));

export const contender = { renderPage: (text) => renderStreambed(text, List) };
