/**
 * How far a request is; the README of the room shows the ways from one to the next.
 *
 * - `waiting`: a try is about to be sent.
 * - `sent`: a try is in flight.
 * - `pausing`: a try has failed, and another one follows after a while.
 * - `settled`: the first response has arrived, or the final failure; a live source may send more.
 * - `ended`: nothing more arrives.
 *
 * What the source is, and whether callers wait, is said apart from it.
 */
export type RequestPhase = 'waiting' | 'sent' | 'pausing' | 'settled' | 'ended';
