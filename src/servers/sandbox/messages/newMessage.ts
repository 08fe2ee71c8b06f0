import type { StoredBytes } from '../db/contentDisk.ts';
import { optionalString, optionalStrings, readJsonObject, requiredString, requireKnownFields } from '../http/bodies.ts';
import { badRequest } from '../http/errors.ts';

/** A file that is on disk and belongs to no message yet. */
export interface NewFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: StoredBytes;
}

/** What was asked to be posted. Texts are kept byte for byte; an empty one counts as absent. */
export interface NewMessage {
  readonly roomId: string;
  readonly text: string | undefined;
  readonly markdown: string | undefined;
}

/** The JSON form of POST /v1/messages: text, markdown, one URL of a public file. */
export async function readJsonMessage(request: Request): Promise<NewMessage & { fileUrl: URL | undefined }> {
  const body = await readJsonObject(request);
  requireKnownFields(body, ['roomId', 'text', 'markdown', 'files']);
  const message = {
    roomId: requiredString(body, 'roomId'),
    text: textField(body, 'text'),
    markdown: textField(body, 'markdown'),
    fileUrl: onlyUrl(optionalStrings(body, 'files')),
  };
  if (message.text === undefined && message.markdown === undefined && message.fileUrl === undefined) {
    throw badRequest('A message holds “text”, “markdown” or “files”; none of them is there.');
  }
  return message;
}

function textField(body: Readonly<Record<string, unknown>>, name: string): string | undefined {
  const value = optionalString(body, name);
  return value === undefined || value.trim() === '' ? undefined : value;
}

function onlyUrl(files: readonly string[] | undefined): URL | undefined {
  if (files === undefined || files.length === 0) return undefined;
  if (files.length > 1) throw badRequest(`“files” takes one URL per request; there are ${files.length}.`);
  const url = URL.parse(files[0] ?? '');
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw badRequest('“files” must hold the http or https URL of a publicly accessible file.');
  }
  return url;
}
