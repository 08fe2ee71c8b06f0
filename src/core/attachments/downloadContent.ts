import type { ContentRest, OpenContent, ServiceClient } from '../api/client.ts';
import { type ContentInfo, maxAttachmentBytes } from '../api/contentInfo.ts';
import { ConnectionError, DownloadTooLargeError, ServiceError, UnexpectedResponseError } from '../api/errors.ts';
import { releaseBody } from '../api/releaseBody.ts';
import { type Clock, delay } from '../base/clock.ts';
import { RoomsideError } from '../base/errors.ts';
import { steps, withRetries } from '../base/scheduling/backOff.ts';

/** After failures from the start, and after consecutive failures without new bytes. */
const restartPolicy = steps([500, 1000, 2000]);
const resumePolicy = steps([500, 1000, 2000, 4000]);

/** The service does not have the rest of the file of which a part was received. */
class ContentReplacedError extends RoomsideError {}

export interface SaveOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((savedBytes: number) => void) | undefined;
  /** If given, a body of another length is an `IncompleteDownloadError`. */
  readonly expectedByteLength?: number | undefined;
  /** A longer body is a `DownloadTooLargeError`, whatever `expectedByteLength` says. */
  readonly maxByteLength?: number | undefined;
  /** Replaces an existing file. Without it, an existing file is a `FileExistsError`. */
  readonly overwrite?: boolean | undefined;
}

export interface DownloadOptions {
  /** Writes a body to a file, completely or not at all. Returns the number of bytes. */
  readonly save: (body: AsyncIterable<Uint8Array>, path: string, options: SaveOptions) => Promise<number>;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  /** Starts again at 0 when the download restarts. */
  readonly onProgress?: ((savedBytes: number, totalBytes: number | undefined) => void) | undefined;
  /** Replaces an existing file. */
  readonly overwrite?: boolean | undefined;
  /** A larger announced or received size causes a `DownloadTooLargeError`. Defaults to the largest attachment. */
  readonly maxByteLength?: number | undefined;
}

/**
 * Downloads an attachment to a file [A27]. After a connection failure it resumes if the service supports that (RFC
 * 9110, 13.1.5), and otherwise restarts. Until it is complete, the file has another name; after an error or
 * cancellation no file is left.
 * @throws what `ServiceClient.openContent` and `save` throw
 */
export async function downloadContent(
  client: Pick<ServiceClient, 'openContent'>,
  url: string,
  path: string,
  options: DownloadOptions,
): Promise<ContentInfo> {
  const { save, clock, signal, onProgress, overwrite, maxByteLength = maxAttachmentBytes } = options;
  const download = async (): Promise<ContentInfo> => {
    const content = await client.openContent(url, signal);
    const { byteLength } = content.info;
    if (byteLength !== undefined && byteLength > maxByteLength) {
      await releaseBody(content.body);
      throw new DownloadTooLargeError(maxByteLength);
    }
    const reportProgress = onProgress && ((savedBytes: number) => onProgress(savedBytes, byteLength));
    const body = readWithResume(content, (rest) => client.openContent(url, signal, rest), options);
    const limits = { expectedByteLength: byteLength, maxByteLength };
    await save(body, path, { signal, onProgress: reportProgress, overwrite, ...limits });
    return content.info;
  };
  const isTransient = (error: unknown): boolean => isConnectionLost(error) || error instanceof ContentReplacedError;
  return withRetries(download, { policy: restartPolicy, isTransient, clock, signal });
}

/** Reads a file to its end, with as many connections as needed. */
async function* readWithResume(
  content: OpenContent,
  reopen: (rest: ContentRest) => Promise<OpenContent>,
  { clock, signal }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const { entityTag } = content.info;
  let startByte = 0;
  let failureCount = 0;
  for (let open = async () => content; ; ) {
    try {
      const opened = await open();
      if (opened.startByte !== startByte) {
        await releaseBody(opened.body);
        throw new ContentReplacedError('the file was replaced during the download');
      }
      for await (const chunk of opened.body) {
        startByte += chunk.byteLength;
        failureCount = 0;
        yield chunk;
      }
      return;
    } catch (error) {
      const waitMs = isConnectionLost(error) && startByte > 0 ? resumePolicy(failureCount) : undefined;
      if (entityTag === undefined || waitMs === undefined) throw error;
      failureCount += 1;
      await delay(clock, waitMs, signal);
      open = () => reopen({ startByte, entityTag }).catch(restartWithoutRest);
    }
  }
}

/** 416 also follows when the connection was lost after the last byte of a file without a length. */
function restartWithoutRest(error: unknown): never {
  const isRefused = error instanceof ServiceError && error.status === 416;
  if (!isRefused && !(error instanceof UnexpectedResponseError)) throw error;
  throw new ContentReplacedError('the file cannot be continued', { cause: error });
}

function isConnectionLost(error: unknown): boolean {
  return error instanceof ConnectionError && error.kind !== 'tls';
}
