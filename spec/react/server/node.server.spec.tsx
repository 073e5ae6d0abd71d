/** @jest-environment node */
import { describePages } from './support/describePages.tsx';
import { sendByNode } from './support/sendByNode.ts';

describePages('renderToPipeableStream', sendByNode);
