import {
  createNavigatorFactory,
  NavigationContainer,
  TabRouter,
  useNavigationBuilder,
} from '@react-navigation/native';
import type { ReactElement, ReactNode } from 'react';

/**
 * The part of a navigator that specs use; the types of React Navigation need those of React Native.
 */
interface Tabs {
  readonly Navigator: (props: { children: ReactNode }) => ReactElement;
  readonly Screen: (props: { name: string; component: () => ReactNode }) => ReactElement;
}

/** Tabs of React Navigation. All stay mounted, only the focused one is visible. */
export function createTabs(): Tabs {
  return createNavigatorFactory(function Navigator({ children }: { children: ReactNode }) {
    // The cast holds: the types of React Navigation do not allow for `exactOptionalPropertyTypes`.
    const router = TabRouter as unknown as Parameters<typeof useNavigationBuilder>[0];
    const { state, descriptors, NavigationContent } = useNavigationBuilder(router, { children });
    return (
      <NavigationContent>
        {state.routes.map((route, i) => (
          <div key={route.key} hidden={i !== state.index}>
            {descriptors[route.key].render()}
          </div>
        ))}
      </NavigationContent>
    );
  })() as Tabs;
}

/** The container of all navigators of an app. */
export function Navigation({ children }: { children: ReactNode }): ReactElement {
  return <NavigationContainer>{children}</NavigationContainer>;
}
