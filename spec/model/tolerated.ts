/**
 * Where the library differs from the contract and the histories go on all the same. Each is to be deleted, here and where it is used,
 * with what it tolerates. Two more are kept out by the operations and the comparisons:
 * - `batch([drop(1), respond(list)])`: who was removed in the same commit does not go last in `All`: no batch has both;
 * - a list is another object when an answer without its removed members comes: such lists are not compared by reference.
 */
export const tolerated = {
  /**
   * A reader asks for what it shows when a mutation has failed: that request counts as overlapping the mutation, and is repeated.
   * `change([10,1], shown)`, `subscribe(user 1)`, the mutation fails, the read is answered: a second read of user 1 follows.
   */
  readAtEndOfMutationOverlaps: true,
  /**
   * While an optimistic answer is shown, and when it ends, values that are equal may be other objects.
   * `subscribe(user 1)`, `change([1], shown)`, `create`, the create is answered.
   */
  layersRenewInstances: true,
  /**
   * What was removed is asked for only when no optimistic answer of any user is shown any more.
   * `change([10,1], shown)`, `respond(user 2)`, `subscribe(user 2)`, `remove(2)`, the removal is answered.
   */
  anyLayerDefers: true,
  /**
   * A removal that overlapped a read of the same user has the user asked for twice at once.
   * `subscribe(user 3)`, answered, `remove(3)`, `invalidate(user 3)`, the read is answered, the removal is answered.
   */
  removalAsksTwice: true,
  /**
   * A removal that overlapped another mutation of the same user, and that the server handled last, leaves the user in `All` for good: no
   * answer takes it away. `remove(2)`, `change([2])`, the change is handled first, both are answered, `subscribe(all)`.
   */
  overlappedRemovals: true,
  /**
   * Of a key with `cancel`, a request from before an invalidation goes on when nobody waits any more.
   * `subscribe(typed 2)`, `invalidate(typed 2)`, `unsubscribe`: one of the two requests is not given up.
   */
  outdatedGoesOn: true,
  /**
   * An optimistic change that was sent after an optimistic removal of the same user is not shown.
   * `subscribe(user 1)`, `remove(1, shown)`, `change([1], shown)`.
   */
  shownRemovalStays: true,
  /**
   * A member that the newest answer does not have keeps an old value, although an answer between the two has a newer one.
   * `subscribe(user 1)` and `subscribe(brief)`, which has no `email`, are stale; brief is answered, then user 1 with another `email`.
   */
  partialAnswers: true,
};
