import { act } from '@testing-library/react';

/** Sends the app to the background and back, by the events of React Native for the web. */
export const phone = {
  background: () => become('hidden'),
  foreground: () => become('visible'),
};

function become(visibility: DocumentVisibilityState): Promise<void> {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}
