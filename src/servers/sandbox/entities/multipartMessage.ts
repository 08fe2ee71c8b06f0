import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream } from '@fastify/busboy';
import { maxSmallBodyBytes } from '../http/bodies.ts';
import type { SandboxContext } from '../http/context.ts';
import { type ApiError, badRequest } from '../http/errors.ts';
import { type ContentDisk, maxFileBytes, TooManyBytesError } from '../store/contentDisk.ts';
import type { NewFile } from '../store/documents.ts';
import { cleanFileName, destinationFields, mediaTypeOfFile, type NewMessage, newMessageOf } from './newMessage.ts';

const formFields: readonly string[] = [...destinationFields, 'parentId', 'text'];

/** What was read of a form. Problems are kept until its end, because the client reads the response only then. */
interface Form {
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
  const form: Form = { fields: new Map(), file: undefined, streams: [], problem: undefined };
  const broken = await readForm(request, contents, form);
  const file = await form.file;
  try {
    if (broken !== undefined) throw broken;
    if (file instanceof TooManyBytesError)
      throw badRequest(`The file is larger than 100 MB (${maxFileBytes} bytes), the limit of a message.`);
    if (file instanceof Error) throw file;
    if (form.problem !== undefined) throw form.problem;
    const message = newMessageOf(Object.fromEntries(form.fields), options.directMessages);
    if (file === undefined) throw badRequest('The form has no file part named “files”.');
    return { ...message, file };
  } catch (error) {
    if (file !== undefined && !(file instanceof Error)) await contents.remove(file.storedAs);
    throw error;
  }
}

/** Reads the whole form; returns what is wrong with the form itself. */
async function readForm(request: Request, contents: ContentDisk, form: Form): Promise<ApiError | undefined> {
  try {
    const parser = new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fieldSize: maxSmallBodyBytes, fields: 100 },
      isPartAFile: (_name, _mediaType, fileName) => fileName !== undefined,
    });
    parser.on('file', (...[name, stream, fileName, , mediaType]) =>
      takeFile(form, contents, { name, stream, fileName, mediaType }),
    );
    parser.on('field', (name, value, _nameTruncated, valueTruncated) => takeField(form, name, value, valueTruncated));
    parser.on('fieldsLimit', () => {
      form.problem ??= badRequest('The form has too many fields.');
    });
    if (request.body === null) return badRequest('The form is empty.');
    await pipeline(request.body, parser);
    return undefined;
  } catch (error) {
    const problem = error instanceof Error ? error : new Error(String(error));
    // When the connection closes, the form parser leaves the stream of the file open, and its reader would wait without
    // end.
    for (const stream of form.streams) stream.destroy(problem);
    return badRequest(`The form is not whole multipart/form-data: ${problem.message}`);
  }
}

function takeFile(
  form: Form,
  contents: ContentDisk,
  part: { name: string; stream: BusboyFileStream; fileName: string; mediaType: string },
): void {
  form.streams.push(part.stream);
  // It can fail before it is read, and an unhandled error event ends the process.
  part.stream.on('error', (error) => {
    form.problem ??= badRequest(`The file is not whole: ${error.message}`);
  });
  if (part.name !== 'files' || form.file !== undefined) {
    form.problem ??= badRequest(
      part.name === 'files' ? 'A message takes one file; the form has several.' : `“${part.name}” must not be a file.`,
    );
    part.stream.resume();
    return;
  }
  // Forms of the WHATWG escape only these three characters of a file name.
  const name = cleanFileName(part.fileName.replace(/%22/g, '"').replace(/%0[AD]/gi, ' '));
  // The stream continues after a failed store. Its rest is discarded, so that the client reads the response.
  form.file = contents.store(part.stream.iterator({ destroyOnReturn: false })).then(
    (bytes) => ({ ...bytes, name, mediaType: mediaTypeOfFile(name, part.mediaType) }),
    (error: unknown) => {
      part.stream.resume();
      return error instanceof Error ? error : new Error(String(error));
    },
  );
}

function takeField(form: Form, name: string, value: string, isTruncated: boolean): void {
  if (!formFields.includes(name)) {
    const hint = name === 'files' ? 'it must be a file part with a file name' : 'it is not a field of this form';
    form.problem ??= badRequest(`“${name}”: ${hint}. The form takes files, ${formFields.join(', ')}.`);
  } else if (isTruncated) {
    form.problem ??= badRequest(`“${name}” is longer than ${maxSmallBodyBytes} bytes.`);
  } else if (form.fields.has(name)) {
    form.problem ??= badRequest(`“${name}” is there more than once.`);
  } else {
    form.fields.set(name, value);
  }
}
