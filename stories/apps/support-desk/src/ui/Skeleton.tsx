/** A placeholder for data. */
export function Skeleton({ rows }: { rows: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, index) => (
        <i key={index} style={{ width: `${55 + ((index * 37) % 40)}%` }} />
      ))}
    </div>
  );
}
