import { act } from '@testing-library/react';

/** The app leaves the foreground and comes back, as React Native for the web sees it. */
export const phone = {
  background: () => become('hidden'),
  foreground: () => become('visible'),
};

function become(visibility: DocumentVisibilityState): Promise<void> {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  return act(async () => void document.dispatchEvent(new Event('visibilitychange')));
}
