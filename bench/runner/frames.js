/** How often a screen shows a frame, ms. */
const PERIOD = 1_000 / 60;

/** Counts the frames of the page until `stop` is called, which gives how many there were and how many did not come in time. */
export function countFrames() {
  let [shown, dropped, last] = [0, 0, undefined];
  let isOver = false;
  const look = (now) => {
    if (last !== undefined) {
      shown++;
      dropped += Math.max(0, Math.round((now - last) / PERIOD) - 1);
    }
    last = now;
    if (!isOver) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  return () => {
    isOver = true;
    return { shown, dropped };
  };
}

export function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve));
}
