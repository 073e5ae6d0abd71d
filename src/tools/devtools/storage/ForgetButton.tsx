/** @jsxImportSource preact */
import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { asError } from '../../../shared/asError.ts';
import { useStateOf } from '../panel/useStateOf.ts';
import type { DevtoolsSession } from '../session/DevtoolsSession.ts';

/** Resets the store, after a confirmation. An earlier state that is shown has no such button. */
export function ForgetButton({
  session: { inspector, store },
  onForgotten,
}: {
  readonly session: DevtoolsSession;
  readonly onForgotten: () => void;
}): VNode {
  const isEarlier = useStateOf(inspector.shown$) !== undefined;
  const [step, setStep] = useState<'first' | 'confirming' | 'left'>('first');
  const [problem, setProblem] = useState<string>();
  const opener = useRef<HTMLButtonElement>(null);
  const cancel = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (step === 'confirming') cancel.current?.focus();
    if (step === 'left') opener.current?.focus();
  }, [step]);

  const forget = (): void => {
    setStep('left');
    setProblem(undefined);
    const failed = (error: unknown): void => setProblem(asError(error).message);
    store.reset().then(onForgotten, failed);
  };

  if (step !== 'confirming' || isEarlier) {
    return (
      <>
        <button
          ref={opener}
          type="button"
          class="button danger"
          disabled={isEarlier}
          onClick={() => setStep('confirming')}
        >
          Forget everything…
        </button>
        {problem !== undefined && <span class="bad">{problem}</span>}
      </>
    );
  }
  return (
    <div
      class="confirm"
      role="group"
      aria-label="Forget everything"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        setStep('left');
      }}
    >
      <span>Remove all data of this store from memory and from the storage, in all tabs?</span>
      <button type="button" class="button danger" onClick={forget}>
        Forget
      </button>
      <button ref={cancel} type="button" class="button" onClick={() => setStep('left')}>
        Cancel
      </button>
    </div>
  );
}
