import { defined, isJsonObject } from '../base/json.ts';
import { type ContentInfo, contentInfo, contentRange, contentUrl } from './contentInfo.ts';
import { ServiceError } from './errors.ts';
import {
  isHtmlType,
  isWebPage,
  readJsonObject,
  readJsonResponse,
  readResponseText,
  readServiceError,
  unexpectedResponse,
} from './jsonResponse.ts';
import { listPages, type Pages } from './listPages.ts';
import { discardBody, releaseBody } from './releaseBody.ts';
import { type FilePart, jsonBody, multipartBody } from './requestBody.ts';
import { parseMembership, parseMessage, parsePerson, parseRoom } from './resourceShapes.ts';
import type { Membership, Message, Person, PersonRef, Room } from './resources.ts';
import type { RequestBody, Send, SendRequest, SendResponse } from './send.ts';

/** Callbacks for sending; not part of the message. See `SendRequest`. */
type SendHooks = Pick<SendRequest, 'beforeSend' | 'onRateLimited'>;

/** A new message [A22], or one with a local file [A23]. */
export interface NewMessage extends SendHooks {
  /** Empty for a message to a person. */
  readonly roomId: string;
  /**
   * The service posts to the direct room with this person, and creates the room if there is none. Not in the service API
   * [X20].
   */
  readonly toPerson?: PersonRef;
  /** Not in the service API [X18]. */
  readonly parentId?: string;
  readonly text?: string;
  readonly markdown?: string;
  /** At most one URL of a publicly accessible file. */
  readonly files?: readonly [url: string];
  /** A local file, with `text` only. */
  readonly file?: FilePart;
  /**
   * Reports the bytes of the file that were written to the connection. Starts at 0 again when the file is sent again.
   */
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
}

/** Rooms in one request, where a list is read page by page. */
export const roomsPageSize = 100;

/** The missing rest of a partly downloaded file, provided that the file has not changed. */
export interface ContentRest {
  readonly startByte: number;
  /** The entity tag of the part that is there. */
  readonly entityTag: string;
}

/** A content file whose body is being received. Read the body to its end, or leave it by `break`. */
export interface OpenContent {
  /** Facts about the whole file. */
  readonly info: ContentInfo;
  /** Offset of the body in the file: 0, or the start of the requested rest. */
  readonly startByte: number;
  readonly body: AsyncIterable<Uint8Array>;
}

/**
 * The operations of the service. All reject with `ServiceError`, `ConnectionError`, `UnexpectedResponseError`, or
 * `CancelledError` when the signal aborts. Lists also reject with `PagingError`.
 */
export interface ServiceClient {
  readonly baseUrl: string;
  getMe(signal?: AbortSignal): Promise<Person>;
  /** `email` is not in the service API [X20]: a service may ignore or refuse it. */
  listPeople(query: { displayName?: string; email?: string; max?: number }, signal?: AbortSignal): Pages<Person>;
  listRooms(query: { max?: number }, signal?: AbortSignal): Pages<Room>;
  /**
   * The service API does not specify the response [X4]: `id` is empty if the response has none, and so is `roomId` of a
   * message to a person. With a local file, also rejects with `FileChangedError`, or with the system's error if the file
   * cannot be read.
   */
  createMessage(message: NewMessage, signal?: AbortSignal): Promise<Message>;
  /** Not in the service API [X1]. Newest first. */
  listMessages(query: { roomId: string; max?: number; before?: string }, signal?: AbortSignal): Pages<Message>;
  /** Replaces the text of a message. Not in the service API [X21]. */
  editMessage(message: { id: string; roomId: string; markdown: string }): Promise<void>;
  /** Not in the service API [X2]. */
  deleteMessage(id: string): Promise<void>;
  /** Not in the service API [X3]. */
  listMemberships(query: { roomId: string; max?: number }, signal?: AbortSignal): Pages<Membership>;
  /**
   * Uses GET if HEAD is not implemented (405, 501), and discards the body.
   * @param url from the `files` of a message; rejects with `ForeignContentError` unless it is a content of the service
   */
  headContent(url: string, signal?: AbortSignal): Promise<ContentInfo>;
  /**
   * The bytes of a file, and its metadata. The service may return the whole file instead of the rest: see `startByte`.
   * Another rest, or that of another version, is an `UnexpectedResponseError`.
   */
  openContent(url: string, signal?: AbortSignal, rest?: ContentRest): Promise<OpenContent>;
}

/** Creates a client over a pipe. `baseUrl` is the URL of the service without `/v1`; a trailing slash is allowed. */
export function createServiceClient({ baseUrl, send }: { baseUrl: string; send: Send }): ServiceClient {
  const root = `${baseUrl.replace(/\/+$/, '')}/v1`;

  function list<T>(path: string, query: Query, parseItem: (value: unknown) => T, signal?: AbortSignal): Pages<T> {
    return listPages({ send, firstUrl: `${root}${path}${queryText(query)}`, parseItem }, signal);
  }

  /** The answer to a change of a message says nothing that is used. */
  async function change(id: string, how: Pick<SendRequest, 'method' | 'body'>): Promise<void> {
    const request: SendRequest = { ...how, url: `${root}/messages/${encodeURIComponent(id)}`, headers: acceptJson };
    const response = await open(send, request);
    const { text } = await readResponseText(response);
    if (isWebPage(text)) throw unexpectedResponse(request, response, 'html');
  }

  return {
    baseUrl,
    async getMe(signal) {
      const request: SendRequest = { method: 'GET', url: `${root}/people/me`, headers: acceptJson };
      return parsePerson(await readJsonObject(request, await send(request, signal)));
    },
    listPeople: (query, signal) => list('/people', query, parsePerson, signal),
    listRooms: (query, signal) => list('/rooms', query, parseRoom, signal),
    async createMessage({ beforeSend, onRateLimited, ...message }, signal) {
      const url = `${root}/messages`;
      const body = messageBody(message);
      const hooks = { beforeSend, onRateLimited };
      const request: SendRequest = { method: 'POST', url, headers: acceptJson, body, ...hooks };
      return createdMessage(message.roomId, await readJsonResponse(request, await send(request, signal)));
    },
    listMessages: (query, signal) => list('/messages', query, parseMessage, signal),
    editMessage: ({ id, ...content }) => change(id, { method: 'PUT', body: jsonBody(content) }),
    deleteMessage: (id) => change(id, { method: 'DELETE' }),
    listMemberships: (query, signal) => list('/memberships', query, parseMembership, signal),
    headContent: async (url, signal) => headContent(send, contentUrl(url, baseUrl), signal),
    openContent: async (url, signal, rest) => openContent(send, contentUrl(url, baseUrl), signal, rest),
  };
}

/** Of every request [A5]. The bytes of a file are of any type. */
const acceptJson = { accept: 'application/json' };
const acceptAny = { accept: 'application/json, */*' };

/** Returns a successful response with an unread body. */
async function open(send: Send, request: SendRequest, signal?: AbortSignal): Promise<SendResponse> {
  const response = await send(request, signal);
  if (response.status < 200 || response.status > 299) throw await readServiceError(request, response);
  return response;
}

/** The same for the content of a file. */
async function openFile(send: Send, request: SendRequest, signal?: AbortSignal): Promise<SendResponse> {
  const response = await open(send, request, signal);
  const { status, header } = response;
  // A gateway that asks for a sign-in, or scans downloads, may answer 200 for the service. A file has a name [A11].
  const isPage = isHtmlType(header('content-type')) && header('content-disposition') === undefined;
  if (status !== 200 || !isPage) return response;
  await discardBody(response);
  throw unexpectedResponse(request, response, 'html');
}

function destinationOf({ roomId, toPerson }: NewMessage): Readonly<Record<string, string>> {
  if (toPerson === undefined) return { roomId };
  // An id names one person; an address may be an alias.
  return toPerson.id === undefined ? { toPersonEmail: toPerson.email ?? '' } : { toPersonId: toPerson.id };
}

function messageBody({
  file,
  onProgress,
  roomId,
  toPerson,
  ...content
}: Omit<NewMessage, keyof SendHooks>): RequestBody {
  const destination = destinationOf({ roomId, ...defined({ toPerson }) });
  if (file === undefined) return jsonBody({ ...destination, ...content });
  const { parentId, text } = content;
  const fields = Object.entries<string>({ ...destination, ...defined({ parentId, text }) });
  return multipartBody({ fields, file, onProgress });
}

/**
 * A 2xx status means that the message exists. A strange body must not look like a failure, or the message would be sent
 * twice.
 */
function createdMessage(roomId: string, answer: unknown): Message {
  if (!isJsonObject(answer)) return { id: '', roomId };
  const { errors, ...message } = parseMessage(answer);
  return { ...message, roomId: message.roomId === '' ? roomId : message.roomId };
}

async function openContent(send: Send, url: string, signal?: AbortSignal, rest?: ContentRest): Promise<OpenContent> {
  const range = rest && { range: `bytes=${rest.startByte}-`, 'if-range': rest.entityTag };
  const request: SendRequest = { method: 'GET', url, isDownload: true, headers: { ...acceptAny, ...range } };
  const response = await openFile(send, request, signal);
  const info = contentInfo(response);
  if (response.status === 200) return { info, startByte: 0, body: response.body };
  const { startByte, byteLength } = (response.status === 206 && contentRange(response)) || {};
  // Some services heed Range and not If-Range. A part has the tag that the whole file has (RFC 9110, 15.3.7).
  const isSame = (response.header('etag') ?? rest?.entityTag) === rest?.entityTag;
  if (startByte !== undefined && byteLength !== undefined && startByte === rest?.startByte && isSame) {
    return { info: { ...info, byteLength }, startByte, body: response.body };
  }
  await discardBody(response);
  throw unexpectedResponse(request, response, 'wrong-shape');
}

/** Responses of services and proxies that do not implement HEAD. GET has the same headers. */
const headUnsupportedStatuses: readonly number[] = [405, 501];

async function headContent(send: Send, url: string, signal?: AbortSignal): Promise<ContentInfo> {
  const request = { method: 'HEAD', url, headers: acceptAny } as const;
  try {
    const response = await openFile(send, request, signal);
    await discardBody(response);
    return contentInfo(response);
  } catch (error) {
    if (!(error instanceof ServiceError) || !headUnsupportedStatuses.includes(error.status)) throw error;
  }
  const response = await openFile(send, { ...request, method: 'GET' }, signal);
  await releaseBody(response.body);
  return contentInfo(response);
}

type Query = Readonly<Record<string, string | number | undefined>>;

function queryText(query: Query): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  return parameters.size === 0 ? '' : `?${parameters}`;
}
