import { useEffect, useRef, type PointerEvent, type ReactElement } from 'react';
import { changes } from 'streambed/changes';
import { useStore } from 'streambed/react';
import { colorOf } from './colorOf.ts';
import { DEPTHS, KILOMETRES, Sample, sampleAt } from './Sample.ts';

/** A pixel per sample. A commit draws the pixels that it changed. */
export function SurveyMap({ onChoose }: { onChoose: (pk: string) => void }): ReactElement {
  const store = useStore();
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const context = canvas.current!.getContext('2d')!;
    const image = context.createImageData(KILOMETRES, DEPTHS);
    const drawing = changes(store, Sample).subscribe(({ reset, changes: changed }) => {
      if (reset) image.data.fill(0);
      for (const change of changed) {
        const { km, depth } = change.type === 'remove' ? change.previous : change.value;
        const color = change.type === 'remove' ? [0, 0, 0, 0] : colorOf(change.value.celsius);
        image.data.set(color, 4 * (depth * KILOMETRES + km));
      }
      context.putImageData(image, 0, 0);
    });
    return () => drawing.unsubscribe();
  }, [store]);

  const choose = (event: PointerEvent<HTMLCanvasElement>): void => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    const km = Math.floor(((event.clientX - left) / width) * KILOMETRES);
    const depth = Math.floor(((event.clientY - top) / height) * DEPTHS);
    onChoose(sampleAt(km, depth));
  };

  return (
    <canvas
      ref={canvas}
      className="survey-map"
      width={KILOMETRES}
      height={DEPTHS}
      role="img"
      aria-label="Temperature of the river along 400 km, from the surface to a depth of 25 m"
      onPointerDown={choose}
    />
  );
}
