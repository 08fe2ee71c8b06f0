import type { Room } from '../../../src/core/api/resources.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

/** Another person of the service, without an editor. */
export interface OtherPerson {
  /** Posts a text to a room, or a reply to the newest message that contains a text. @returns the id of the room */
  postText(roomTitle: string, markdown: string, answered?: string): Promise<string>;
  /** Posts a file to a room. @returns the URL of its content */
  postFile(roomTitle: string, name: string, bytes: Blob | Uint8Array, mediaType?: string): Promise<string>;
}

/** A person of the demo data, with a token of their own. */
export async function otherPerson(
  { origin, control }: Pick<SandboxProcess, 'origin' | 'control'>,
  email: string,
): Promise<OtherPerson> {
  const issued = await control('POST', 'personal-tokens', { personEmail: email });
  const { accessToken } = issued as { readonly accessToken: string };
  const call = async (path: string, init: RequestInit = {}): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${accessToken}`, ...init.headers };
    const response = await fetch(`${origin}/v1${path}`, { ...init, headers });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? {} : ((await response.json()) as Record<string, unknown>);
  };
  const rooms = async () => ((await call('/rooms?max=1000')) as { items: readonly Room[] }).items;
  const roomIdOf = async (roomTitle: string): Promise<string> => {
    const room = (await rooms()).find(({ title }) => title === roomTitle);
    if (room === undefined) throw new Error(`${email} is not in ${roomTitle}`);
    return room.id;
  };
  const messageIdOf = async (roomTitle: string, text: string): Promise<string> => {
    const { items } = (await call(`/messages?max=1000&roomId=${await roomIdOf(roomTitle)}`)) as {
      items: { id: string; text?: string }[];
    };
    const message = items.find((each) => each.text?.includes(text));
    if (message === undefined) throw new Error(`${roomTitle} has no message “${text}”`);
    return message.id;
  };
  return {
    async postText(roomTitle, markdown, answered) {
      const roomId = await roomIdOf(roomTitle);
      const parentId = answered === undefined ? undefined : await messageIdOf(roomTitle, answered);
      const headers = { 'content-type': 'application/json' };
      await call('/messages', { method: 'POST', headers, body: JSON.stringify({ roomId, parentId, markdown }) });
      return roomId;
    },
    async postFile(roomTitle, name, bytes, mediaType = 'application/octet-stream') {
      const form = new FormData();
      form.set('roomId', await roomIdOf(roomTitle));
      const part = bytes instanceof Blob ? bytes : new Blob([Uint8Array.from(bytes)], { type: mediaType });
      form.set('files', part, name);
      const { files } = (await call('/messages', { method: 'POST', body: form })) as { files: string[] };
      return files[0] ?? '';
    },
  };
}
