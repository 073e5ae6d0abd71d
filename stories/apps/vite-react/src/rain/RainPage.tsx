import { useLive, useStream } from 'streambed/react';
import { getRain, readings$ } from './rain';

export function RainPage() {
  const { mm, at } = useLive(getRain);
  const readings = useStream(readings$);
  return (
    <>
      <h1>Rain</h1>
      <p className="reading">
        <strong>{mm.toFixed(1)} mm</strong> <span>at {new Date(at).toLocaleTimeString('en')}</span>
      </p>
      <div
        className="bars"
        role="img"
        aria-label={`The latest readings: ${readings.map((reading) => reading.mm).join(', ')} mm`}
      >
        {readings.map((reading) => (
          <i key={reading.at} style={{ height: `${(reading.mm / 5) * 100}%` }} />
        ))}
      </div>
      <p className="note">The page fetches a reading each second while it is visible.</p>
    </>
  );
}
