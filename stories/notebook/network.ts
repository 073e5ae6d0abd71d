import { BehaviorSubject, throwError } from 'rxjs';
import type { Interceptor } from 'streambed';

const STORED_AS = 'notebook-story-network';

const read = (): boolean => localStorage.getItem(STORED_AS) !== 'off';

/** Whether the network of the story is on: in all tabs, also after a reload. */
export const isOn$ = new BehaviorSubject(read());

export function switchNetwork(isOn: boolean): void {
  localStorage.setItem(STORED_AS, isOn ? 'on' : 'off');
  follow();
}

function follow(): void {
  const isOn = read();
  if (isOn === isOn$.getValue()) return;
  isOn$.next(isOn);
  // Browsers fire it when a network is back. It ends the waits of the outbox.
  if (isOn) dispatchEvent(new Event('online'));
}

// Another tab has switched it.
addEventListener('storage', follow);

/** Without a network no request leaves the page. */
export const network: Interceptor = (request, next) =>
  isOn$.getValue() ? next(request) : throwError(() => new TypeError('Failed to fetch'));
