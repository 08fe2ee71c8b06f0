import { createServiceClient } from '../../../../src/core/api/client.ts';
import { type AccessTokens, composeServicePipe } from '../../../../src/core/api/pipe.ts';
import { systemClock } from '../../../../src/core/base/clock.ts';
import type { Log } from '../../../../src/core/base/log.ts';
import { openFilePart } from '../../../../src/platform/files/openFilePart.ts';
import { saveBody } from '../../../../src/platform/files/saveBody.ts';
import { createNodeTransport } from '../../../../src/platform/http/nodeTransport.ts';
import { accessToken, type BenchClient, benchRoomId, type Item } from '../job.ts';
import { serveClient } from '../serveClient.ts';

const tokens: AccessTokens = { get: async () => accessToken, refresh: async () => undefined };
const nowhere = () => undefined;
const log: Log = { debug: nowhere, info: nowhere, warn: nowhere, error: nowhere };

/** Roomside's client as in the extension: the whole pipeline instead of the bare transport. */
function createRoomsideClient(origin: string): BenchClient {
  const transport = createNodeTransport();
  const send = composeServicePipe({ transport, baseUrl: origin, tokens, clock: systemClock, log });
  const client = createServiceClient({ baseUrl: origin, send });
  return {
    getMe: () => client.getMe(),
    upload: async (filePath) => client.createMessage({ roomId: benchRoomId, file: await openFilePart(filePath) }),
    async download(url, targetPath) {
      const { body } = await client.openContent(url);
      await saveBody(body, targetPath);
    },
    async listRooms(pageSize) {
      const rooms: Item[] = [];
      for await (const page of client.listRooms({ max: pageSize })) rooms.push(...page.items);
      return rooms;
    },
    async postMessages(texts) {
      const messages: Item[] = [];
      for (const text of texts) messages.push(await client.createMessage({ roomId: benchRoomId, text }));
      return messages;
    },
  };
}

void serveClient(createRoomsideClient);
