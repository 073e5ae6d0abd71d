type Color = readonly [red: number, green: number, blue: number, alpha: number];

/** From 5 °C to 25 °C. */
const [COLDEST, WARMEST] = [5, 25];
const COLORS: readonly Color[] = [
  [20, 42, 92, 255],
  [17, 94, 131, 255],
  [38, 150, 146, 255],
  [142, 198, 130, 255],
  [246, 213, 111, 255],
  [226, 118, 66, 255],
];

/** The color of a temperature, °C: dark blue is cold, orange is warm. */
export function colorOf(celsius: number): Color {
  const share = (celsius - COLDEST) / (WARMEST - COLDEST);
  const place = Math.min(Math.max(share, 0), 1) * (COLORS.length - 1);
  const at = Math.min(Math.floor(place), COLORS.length - 2);
  const mixed = COLORS[at].map((from, i) => from + (COLORS[at + 1][i] - from) * (place - at));
  // The cast holds: `map` keeps the length.
  return mixed as unknown as Color;
}
