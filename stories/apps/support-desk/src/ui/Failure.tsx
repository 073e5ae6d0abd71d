/** What an error boundary shows. */
export function Failure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div className="failure" role="alert">
      <p>{error.message}</p>
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
