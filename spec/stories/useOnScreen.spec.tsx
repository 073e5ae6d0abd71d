import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useOnScreen } from '../../stories/todos/useOnScreen.ts';

/** What the browser tells of the element: whether it is on screen, once per moment. */
let tell: (...moments: readonly boolean[]) => void;

const { IntersectionObserver: before } = globalThis;

beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(told: (entries: { readonly isIntersecting: boolean }[]) => void) {
      tell = (...moments) => told(moments.map((isIntersecting) => ({ isIntersecting })));
    }
    observe(): void {}
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
});

afterEach(() => {
  globalThis.IntersectionObserver = before;
});

describe('the end of a list', () => {
  it('asks for more while it is on screen', () => {
    const onShow = jest.fn();
    const { rerender } = render(<End onShow={onShow} />);
    tell(true);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(2);
    tell(false);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(2);
  });

  it('is where it was last when a busy page is told of several moments at once', () => {
    const onShow = jest.fn();
    const { rerender } = render(<End onShow={onShow} />);
    tell(false, true);
    expect(onShow).toHaveBeenCalledTimes(1);
    tell(true, false);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(1);
  });
});

function End({ onShow }: { readonly onShow: () => void }): ReactElement {
  return <div ref={useOnScreen<HTMLDivElement>(onShow)} />;
}
