import { type ComponentType, createElement, Fragment, type ReactNode } from 'react';
import { render } from 'rtl-12';

export * from 'rtl-12';

type Wrapper = ComponentType<{ readonly children: ReactNode }> | typeof Fragment;

/** `renderHook` of later versions of Testing Library. */
export function renderHook<R, P>(
  useResult: (props: P | undefined) => R,
  { wrapper = Fragment, initialProps }: { wrapper?: Wrapper; initialProps?: P } = {},
) {
  const result: { current?: R } = {};
  function Caller({ props }: { props: P | undefined }): null {
    result.current = useResult(props);
    return null;
  }
  const within = (props: P | undefined) =>
    createElement(wrapper as ComponentType, null, createElement(Caller, { props }));
  const { rerender, unmount } = render(within(initialProps));
  return { result, rerender: (props?: P): void => rerender(within(props)), unmount };
}
