import type { RequestBody } from './send.ts';

export function jsonBody(value: unknown): RequestBody {
  return textBody('application/json', JSON.stringify(value));
}

/** A form body [A18]. */
export function formBody(fields: Readonly<Record<string, string>>): RequestBody {
  return textBody('application/x-www-form-urlencoded', new URLSearchParams(fields).toString());
}

function textBody(contentType: string, text: string): RequestBody {
  return {
    contentType,
    byteLength: Buffer.byteLength(text),
    text,
    async *open() {
      yield Buffer.from(text);
    },
  };
}
