import type { Response, WorkerMessage } from './messages.ts';
import { ProgramTypes } from './ProgramTypes.ts';

let types: ProgramTypes | undefined;

addEventListener('message', ({ data }: MessageEvent<WorkerMessage>) => {
  if ('files' in data) types = new ProgramTypes(data.files);
  else if (types) {
    const response: Response = { id: data.id, found: types.find(data) };
    postMessage(response);
  }
});
