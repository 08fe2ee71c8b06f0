import type { ServiceClient } from '../api/client.ts';
import { DownloadTooLargeError } from '../api/errors.ts';
import { releaseBody } from '../api/releaseBody.ts';
import { RoomsideError } from '../base/errors.ts';
import { imageExtension, mediaType } from './mediaType.ts';

/** Larger images are opened in an editor, so that the room view doesn't keep them in memory. */
export const maxPreviewBytes = 10 * 1024 * 1024;
/** A small file can unpack to an image that fills the memory. */
export const maxPreviewPixels = 50_000_000;

/** The file is none of the documented image types [A13], whatever its name and media type, or has too many pixels. */
export class NotPreviewableError extends RoomsideError {
  constructor() {
    super('a file cannot be shown as an image');
  }
}

export interface PreviewImage {
  readonly mediaType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

// decisions/0024
/**
 * Fetches an image for a preview. Its type is that of its first bytes.
 * @throws {DownloadTooLargeError} by its header, before anything is read, or as soon as more bytes arrive
 * @throws {NotPreviewableError}
 * @throws the errors of `openContent`, also for a URL that is not a content of the service
 */
export async function fetchImage(
  client: Pick<ServiceClient, 'openContent'>,
  url: string,
  signal?: AbortSignal,
): Promise<PreviewImage> {
  const { info, body } = await client.openContent(url, signal);
  if ((info.byteLength ?? 0) > maxPreviewBytes) {
    await releaseBody(body);
    throw new DownloadTooLargeError(maxPreviewBytes);
  }
  const chunks: Uint8Array[] = [];
  let byteLength = 0;
  for await (const chunk of body) {
    byteLength += chunk.byteLength;
    if (byteLength > maxPreviewBytes) throw new DownloadTooLargeError(maxPreviewBytes);
    // A chunk is valid only until the next one is requested.
    chunks.push(Uint8Array.from(chunk));
  }
  return previewImage(Uint8Array.from(Buffer.concat(chunks)));
}

/**
 * An image for a preview, by its bytes. Its type is that of the first bytes.
 * @throws {NotPreviewableError}
 */
export async function previewImage(bytes: Uint8Array<ArrayBuffer>): Promise<PreviewImage> {
  const extension = imageExtension(bytes);
  if (extension === undefined) throw new NotPreviewableError();
  const { pixelCount } = await import('./pixelCount.ts');
  if (pixelCount(extension, bytes) > maxPreviewPixels) throw new NotPreviewableError();
  return { mediaType: mediaType(`image.${extension}`), bytes };
}
