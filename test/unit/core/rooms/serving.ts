import { createServiceClient } from '../../../../src/core/api/client.ts';
import type { SendResponse } from '../../../../src/core/api/send.ts';
import { scriptedSend } from '../api/scriptedSend.ts';

/** A client of a service that answers by URL, with its requests. */
export function serving(reply: (url: URL) => SendResponse) {
  const { send, sent } = scriptedSend(({ url }) => reply(new URL(url)));
  return { client: createServiceClient({ baseUrl: 'https://service.test', send }), sent };
}
