import { render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { useOnScreen } from '../../stories/todos/useOnScreen.ts';

/** Reports as the browser does whether the element is on screen, once per moment. */
let report: (...moments: readonly boolean[]) => void;

const { IntersectionObserver: before } = globalThis;

beforeEach(() => {
  globalThis.IntersectionObserver = class {
    constructor(onReport: (entries: { readonly isIntersecting: boolean }[]) => void) {
      report = (...moments) => onReport(moments.map((isIntersecting) => ({ isIntersecting })));
    }
    observe(): void {}
    disconnect(): void {}
  } as unknown as typeof IntersectionObserver;
});

afterEach(() => {
  globalThis.IntersectionObserver = before;
});

describe('the end of a list', () => {
  it('loads more while it is on screen', () => {
    const onShow = jest.fn();
    const { rerender } = render(<End onShow={onShow} />);
    report(true);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(2);
    report(false);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(2);
  });

  it('uses the last position when a busy page gets several reports at once', () => {
    const onShow = jest.fn();
    const { rerender } = render(<End onShow={onShow} />);
    report(false, true);
    expect(onShow).toHaveBeenCalledTimes(1);
    report(true, false);
    rerender(<End onShow={onShow} />);
    expect(onShow).toHaveBeenCalledTimes(1);
  });
});

function End({ onShow }: { readonly onShow: () => void }): ReactElement {
  return <div ref={useOnScreen<HTMLDivElement>(onShow)} />;
}
