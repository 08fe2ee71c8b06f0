import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { maxSmallBodyBytes } from '../bodies.ts';
import { type ContentDisk, TooManyBytesError } from '../contentDisk.ts';
import type { SandboxContext } from '../context.ts';
import { ApiError, badRequest } from '../errors.ts';
import {
  cleanFileName,
  type Destination,
  destinationFields,
  destinationOf,
  filledText,
  maxFileBytes,
  mediaTypeOfFile,
  type NewFile,
  type NewMessage,
} from './newMessage.ts';

const formFields: readonly string[] = [...destinationFields, 'parentId', 'text'];

interface Parts {
  readonly fields: Map<string, string>;
  /** Never rejects: an error is a value, because nothing handles a rejection while the rest of the body arrives. */
  file: Promise<NewFile | Error> | undefined;
  readonly streams: BusboyFileStream[];
  problem: ApiError | undefined;
}

/**
 * The multipart form of POST /v1/messages: one local file in `files`, `roomId` or a person, optional `text` and
 * `parentId`. The file streams to disk.
 * After a rejected or interrupted form there is no file.
 */
export async function readMultipartMessage(
  request: Request,
  { contents, options }: SandboxContext,
): Promise<NewMessage & { file: NewFile }> {
  const parts: Parts = { fields: new Map(), file: undefined, streams: [], problem: undefined };
  const broken = await readParts(request, contents, parts);
  const file = await parts.file;
  const destination = destinationOf((name) => parts.fields.get(name), options.directMessages);
  const problem =
    broken ?? (file instanceof Error ? fileProblem(file) : undefined) ?? parts.problem ?? missing(parts, destination);
  if (problem !== undefined || destination instanceof ApiError || file === undefined || file instanceof Error) {
    if (file !== undefined && !(file instanceof Error)) await contents.remove(file.bytes.storedAs);
    throw problem;
  }
  return {
    destination,
    parentId: parts.fields.get('parentId') || undefined,
    text: filledText(parts.fields.get('text')),
    markdown: undefined,
    file,
  };
}

/** Reads the whole form into `parts`; returns what is wrong with the form itself. */
async function readParts(request: Request, contents: ContentDisk, parts: Parts): Promise<ApiError | undefined> {
  try {
    const form = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fieldSize: maxSmallBodyBytes, fields: 100 },
      isPartAFile: (_name, _mediaType, fileName) => fileName !== undefined,
    });
    form.on('file', (...[name, stream, fileName, , mediaType]) =>
      takeFile(parts, contents, { name, stream, fileName, mediaType }),
    );
    form.on('field', (name, value, _nameTruncated, valueTruncated) => takeField(parts, name, value, valueTruncated));
    form.on('fieldsLimit', () => {
      parts.problem ??= badRequest('The form has too many fields.');
    });
    if (request.body === null) return badRequest('The form is empty.');
    await pipeline(Readable.fromWeb(request.body as unknown as NodeReadableStream), form);
    return undefined;
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error));
    // When the connection closes, the form parser leaves the stream of the file open, and its reader would wait without
    // end.
    for (const stream of parts.streams) stream.destroy(problem);
    return badRequest(`The form is not whole multipart/form-data: ${problem.message}`);
  }
}

function takeFile(
  parts: Parts,
  contents: ContentDisk,
  part: { name: string; stream: BusboyFileStream; fileName: string; mediaType: string },
): void {
  parts.streams.push(part.stream);
  // It can fail before it is read, and an unhandled error event ends the process.
  part.stream.on('error', (error) => {
    parts.problem ??= badRequest(`The file is not whole: ${error.message}`);
  });
  if (part.name !== 'files' || parts.file !== undefined) {
    parts.problem ??= badRequest(
      part.name === 'files' ? 'A message takes one file; the form has several.' : `“${part.name}” must not be a file.`,
    );
    part.stream.resume();
    return;
  }
  const name = cleanFileName(unescapeQuoted(part.fileName));
  // The stream continues after a failed store. Its rest is discarded, so that the client reads the response.
  parts.file = contents.store(part.stream.iterator({ destroyOnReturn: false }), maxFileBytes).then(
    (bytes) => ({ name, mediaType: mediaTypeOfFile(name, part.mediaType), bytes }),
    (error: unknown) => {
      part.stream.resume();
      return error instanceof Error ? error : new Error(String(error));
    },
  );
}

/** Forms of the WHATWG escape only these three characters of a file name. */
function unescapeQuoted(fileName: string): string {
  return fileName.replace(/%22/g, '"').replace(/%0[AD]/gi, ' ');
}

function takeField(parts: Parts, name: string, value: string, isTruncated: boolean): void {
  if (!formFields.includes(name)) {
    const hint = name === 'files' ? 'it must be a file part with a file name' : 'it is not a field of this form';
    parts.problem ??= badRequest(`“${name}”: ${hint}. The form takes files, ${formFields.join(', ')}.`);
  } else if (isTruncated) {
    parts.problem ??= badRequest(`“${name}” is longer than ${maxSmallBodyBytes} bytes.`);
  } else if (parts.fields.has(name)) {
    parts.problem ??= badRequest(`“${name}” is there more than once.`);
  } else {
    parts.fields.set(name, value);
  }
}

function missing(parts: Parts, destination: Destination | ApiError): ApiError | undefined {
  if (destination instanceof ApiError) return destination;
  return parts.file === undefined ? badRequest('The form has no file part named “files”.') : undefined;
}

function fileProblem(error: Error): Error {
  if (!(error instanceof TooManyBytesError)) return error;
  return badRequest(`The file is larger than 100 MB (${error.maxBytes} bytes), the limit of a message.`);
}
