import type { RequestBody } from './send.ts';

/** A body of JSON. */
export function jsonBody(value: unknown): RequestBody {
  return bytesBody('application/json', Buffer.from(JSON.stringify(value)));
}

/** A body of form fields ("POST /v1/access_token": only a form-encoded body is accepted). */
export function formBody(fields: Readonly<Record<string, string>>): RequestBody {
  return bytesBody('application/x-www-form-urlencoded', Buffer.from(new URLSearchParams(fields).toString()));
}

function bytesBody(contentType: string, bytes: Uint8Array): RequestBody {
  return {
    contentType,
    byteLength: bytes.byteLength,
    bytes,
    async *open() {
      yield bytes;
    },
  };
}
