import { useState, type ReactElement } from 'react';
import { useLoading, useStore } from 'streambed/react';
import { Card } from '../ui/Card.tsx';
import { messageOf } from '../ui/messageOf.ts';
import { sendPhoto, sizeText } from './photos.ts';

const SAMPLE_SIZE = 20_000_000;

interface Progress {
  readonly name: string;
  readonly sent: number;
  readonly total: number;
}

/** Sends a file, shows how much of it is sent, and can cancel that. */
export function PhotoUpload(): ReactElement {
  const store = useStore();
  const [progress, setProgress] = useState<Progress>();
  const [controller, setController] = useState<AbortController>();
  const [send, isSending, error] = useLoading(
    async (photo: File) => {
      const body = new FormData();
      body.append('photo', photo);
      const next = new AbortController();
      setController(next);
      setProgress({ name: photo.name, sent: 0, total: photo.size });
      const onProgress = (sent: number, total: number): void =>
        setProgress({ name: photo.name, sent, total });
      await store.fetch(sendPhoto.extend({ onProgress, signal: next.signal }), body);
    },
    [store],
  );
  const start = (photo: File): void => void send(photo).catch(() => {});

  return (
    <Card title="Send a photo" aside="The server reads slowly.">
      <div className="buttons">
        <label className="button upload-pick">
          Choose a file …
          <input
            type="file"
            className="visually-hidden"
            aria-label="Photo"
            disabled={isSending}
            onChange={({ target }) => target.files?.[0] && start(target.files[0])}
          />
        </label>
        <button
          type="button"
          className="button primary"
          disabled={isSending}
          onClick={() => start(samplePhoto())}
        >
          Send {sizeText(SAMPLE_SIZE)}
        </button>
        {isSending && (
          <button
            type="button"
            className="button"
            onClick={() => controller?.abort(new Error('You cancelled it.'))}
          >
            Cancel
          </button>
        )}
      </div>
      {progress && <UploadState {...progress} error={error} isSending={isSending} />}
    </Card>
  );
}

function UploadState(
  props: Progress & { error: Error | undefined; isSending: boolean },
): ReactElement {
  const { name, sent, total, error, isSending } = props;
  return (
    <div className="upload-state">
      <span className="list-title">{name}</span>
      {error ? (
        <span className="form-error" role="alert">
          Not sent: {messageOf(error)}
        </span>
      ) : (
        <span className="note" role="status">
          {isSending ? `${sizeText(sent)} of ${sizeText(total)}` : 'Sent.'}
        </span>
      )}
      <progress value={sent} max={total} aria-label={`Progress of ${name}`} />
    </div>
  );
}

/** A file that takes a moment. */
function samplePhoto(): File {
  return new File([new Uint8Array(SAMPLE_SIZE)], 'high-water.png', { type: 'image/png' });
}
