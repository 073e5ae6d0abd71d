import { useEffect, useState } from 'react';

/**
 * The number of frames drawn in the last second, updated four times a second; `undefined` at first.
 */
export function useFrameRate(): number | undefined {
  const [rate, setRate] = useState<number>();
  useEffect(() => {
    const frames: number[] = [];
    let updated = performance.now();
    let request = requestAnimationFrame(function count(now) {
      frames.push(now);
      while (frames[0] <= now - 1_000) frames.shift();
      if (now - updated >= 250) {
        updated = now;
        if (now - frames[0] > 900) setRate(frames.length);
      }
      request = requestAnimationFrame(count);
    });
    return () => cancelAnimationFrame(request);
  }, []);
  return rate;
}
