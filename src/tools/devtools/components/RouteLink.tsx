/** @jsxImportSource preact */
import type { ComponentChildren, VNode } from 'preact';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';
import type { EntityName } from '../../inspect/reports.ts';
import type { Route } from '../session/Route.ts';

/** A link to another route of the panel. */
export function RouteLink({
  session,
  to,
  isCode = false,
  children,
}: {
  readonly session: DevtoolsSession;
  readonly to: Route;
  readonly isCode?: boolean;
  readonly children: ComponentChildren;
}): VNode {
  return (
    <button type="button" class={isCode ? 'link mono' : 'link'} onClick={() => session.open(to)}>
      {children}
    </button>
  );
}

/** A link to a key, with its name or another text. */
export function KeyLink({
  session,
  of,
  children = of,
}: {
  readonly session: DevtoolsSession;
  /** The endpoint key. */
  readonly of: string;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <RouteLink session={session} to={{ tab: 'keys', key: of }} isCode>
      {children}
    </RouteLink>
  );
}

/** A link to an entity: `User 5`. */
export function EntityLink({
  session,
  of: { entityKey, pk },
}: {
  readonly session: DevtoolsSession;
  readonly of: EntityName;
}): VNode {
  return (
    <RouteLink session={session} to={{ tab: 'entities', entity: { entityKey, pk } }} isCode>
      {entityKey} {pk}
    </RouteLink>
  );
}

/** A link to a recorded request: `request 12`. */
export function RequestLink({
  session,
  id,
  children = `request ${id}`,
}: {
  readonly session: DevtoolsSession;
  readonly id: number;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <RouteLink session={session} to={{ tab: 'requests', request: id }}>
      {children}
    </RouteLink>
  );
}

/** A link to a recorded commit: `commit 7`. */
export function CommitLink({
  session,
  version,
  children = `commit ${version}`,
}: {
  readonly session: DevtoolsSession;
  readonly version: number;
  readonly children?: ComponentChildren;
}): VNode {
  return (
    <RouteLink session={session} to={{ tab: 'timeline', commit: version }}>
      {children}
    </RouteLink>
  );
}
