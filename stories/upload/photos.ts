import { Entity, resource, UploadEndpoint } from 'streambed';
import { apiUrl } from '../ui/apiUrl.ts';

class Photo extends Entity {
  id = 0;
  name = '';
  /** Bytes. */
  size = 0;
  static override readonly key = 'Photo';
}

const PhotoResource = resource({
  path: '/photos/:id',
  schema: Photo,
  body: {} as FormData,
});

export const getPhotos = PhotoResource.getList;

/** Sends a photo; its response joins the list. */
export const sendPhoto = new UploadEndpoint({
  // It does not send by the `fetch` of the store, which adds the address of the demo API.
  urlPrefix: apiUrl(),
  path: '/photos',
  method: 'POST',
  body: {} as FormData,
  schema: getPhotos.schema.unshift,
});

/** Bytes as text: `2.4 MB`. */
export function sizeText(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
