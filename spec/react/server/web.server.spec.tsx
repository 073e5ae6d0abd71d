/** @jest-environment node */
import { describePages } from './support/describePages.tsx';
import { sendByWeb } from './support/sendByWeb.ts';

describePages('renderToReadableStream', sendByWeb);
