import assert from 'node:assert/strict';
import type { Pages } from '../../../../src/core/api/listPages.ts';
import { signInWithToken } from '../../../../src/core/auth/signIn/completeSignIn.ts';
import { RoomsideError } from '../../../../src/core/base/errors.ts';
import { fieldsOf } from '../../../../src/core/base/json.ts';
import { appliedReply, isApplied } from '../../../../src/core/lines/appliedReply.ts';
import { deleteFromRoom } from '../../../../src/core/messages/deleteFromRoom.ts';
import { editInRoom } from '../../../../src/core/messages/edit/editInRoom.ts';
import { RoomFeed } from '../../../../src/core/messages/roomFeed.ts';
import { messagesOf } from '../../../../src/core/messages/threads.ts';
import type { ShareContent } from '../../../../src/core/outbox/shareRecord.ts';
import { isUnconfirmed } from '../../../../src/core/outbox/shareState.ts';
import type { DoorAnswer } from '../../../../src/core/terminal/doorCall.ts';
import { type ThreadInput, waitForReplies } from '../../../../src/core/terminal/waitForReplies.ts';
import { messagesData, readNewest, readThread } from '../../../../src/features/languageModelTools/model/listAnswers.ts';
import { failedAnswer } from '../../../../src/features/languageModelTools/model/toolFailure.ts';
import { type Loss, losses, type ServiceWorld } from './serviceWorld.ts';

type Scenario = (world: ServiceWorld) => Promise<void>;

const fileOf = (name: string): ShareContent => ({
  kind: 'file',
  file: { name, mediaType: 'text/plain', byteLength: 5, bytes: Buffer.from('bytes') },
});
const textOf = (text: string): ShareContent => ({ kind: 'text', markdown: `**${text}** \`a < b\`` });

/** Shares while the service is ill, with the answer lost at each stage, and compares with what the service received. */
function sharing(contentsOf: (name: string) => readonly ShareContent[], isReply = false): Scenario {
  return async (world) => {
    const { id: parentId } = await world.truth.createMessage({ roomId: world.roomId, text: 'question' });
    for (const loss of losses) {
      const contents = contentsOf(loss);
      const room = { id: world.roomId, title: 'Room', account: world.account, ...(isReply && { parentId }) };
      Object.assign(world, { isIll: true, loss });
      const share = (content: ShareContent) => world.outbox.share({ room, name: 'a.ts', content });
      await world.pass(Promise.all(contents.map(share)));
      for (let minutes = 0; minutes < 2; minutes += 1) await world.recover();
      await expectSentOnce(world, loss, contents);
    }
  };
}

/** Sent once, or left to the user with a true sentence: never twice, never lost. */
async function expectSentOnce(world: ServiceWorld, loss: Loss, contents: readonly ShareContent[]): Promise<void> {
  const received = await world.received();
  const records = world.outbox.snapshot.shares.slice(-contents.length);
  for (const [index, content] of contents.entries()) {
    const isSame = content.kind === 'file' ? content.file.name : content.kind === 'text' ? content.markdown : '';
    const count = received.filter(({ markdown, files }) => (files[0]?.name ?? markdown) === isSame).length;
    const record = records[index] ?? assert.fail('a share is lost');
    const said = `${loss}: ${record.state} ${record.reason?.kind} ${record.reason?.detail}, received ${count} times`;
    assert.ok(count <= 1, said);
    if (world.isUnaltered) assert.equal(record.state, 'sent', said);
    if (record.state === 'sent') assert.equal(count, 1, said);
    else if (record.state === 'failed')
      assert.match(`${count} ${record.reason?.kind}`, /^0 (?:service|parent)-refused$/, said);
    else assert.ok(isUnconfirmed(record), said);
  }
}

/** What the service has, and what the product reads of it: equal now, or refused with an error that says why. */
function reading(read: (world: ServiceWorld, client: ServiceWorld['client']) => Promise<unknown>): Scenario {
  return async (world) => {
    for (const text of ['one', 'two', 'three', 'four']) await world.truth.createMessage({ roomId: world.roomId, text });
    const expected = await read(world, world.truth);
    world.isIll = true;
    const now = await world.pass(read(world, world.client)).catch((error: unknown) => {
      assert.ok(error instanceof RoomsideError, `an unexpected error: ${error}`);
      return error;
    });
    if (world.isReadable) assert.deepEqual(now, expected);
    await world.recover();
    assert.deepEqual(await world.pass(read(world, world.client)), expected, 'a minute later');
  };
}

async function idsOf(pages: Pages<{ readonly id: string }>, maxPages = 3): Promise<readonly string[]> {
  const ids = new Set<string>();
  let count = 0;
  for await (const { items } of pages) {
    for (const { id } of items) if (id !== '') ids.add(id);
    count += 1;
    if (count === maxPages) break;
  }
  return [...ids].slice(0, 4);
}

async function firstPage<T>(pages: Pages<T>): Promise<readonly T[]> {
  for await (const { items } of pages) return items;
  return [];
}

/** Reads a thread for a model. */
const readerOf =
  ({ client, roomId }: ServiceWorld) =>
  ({ threadId, last }: ThreadInput): Promise<DoorAnswer> =>
    readThread(client.listMessages({ roomId, max: 2 }), threadId, last)
      .then((found) => ({ exit: 0, text: 'read', data: messagesData(found) }))
      .catch(failedAnswer);

const newMessage = async ({ truth, roomId }: ServiceWorld): Promise<string> =>
  (await truth.createMessage({ roomId, markdown: 'mine' })).id;

export const serviceScenarios: Readonly<Record<string, Scenario>> = {
  'share a text': sharing((name) => [textOf(name)]),
  'share a file': sharing((name) => [fileOf(`${name} "1".txt`)]),
  'share three messages': sharing((name) => [textOf(`${name} 1`), fileOf(`${name}.txt`), textOf(`${name} 3`)]),
  'share into a thread': sharing((name) => [textOf(name)], true),
  async 'suggest, apply and say so'(world) {
    const { roomId, account } = world;
    const { id: parentId } = await world.truth.createMessage({ roomId, markdown: 'Is this right?' });
    const texts = ['```diff\n-a\n+b\n```', appliedReply(undefined)];
    const contents = texts.map((markdown): ShareContent => ({ kind: 'text', markdown }));
    world.isIll = true;
    for (const content of contents)
      await world.pass(
        world.outbox.share({ room: { id: roomId, title: 'Room', account, parentId }, name: 'a', content }),
      );
    const read = async (client: ServiceWorld['client']) => {
      const feed = new RoomFeed((max, signal) => client.listMessages({ roomId, max }, signal));
      const { threads } = await world.pass(feed.newest());
      feed.dispose();
      return { ids: threads.flatMap(messagesOf).map(({ id }) => id), isDone: threads.some(isApplied) };
    };
    const listed = await read(world.truth);
    const shown = await read(world.client).catch((error: unknown) =>
      assert.ok(error instanceof RoomsideError, `${error}`),
    );
    const unseen = listed.ids.filter((id) => !shown?.ids.includes(id));
    if (world.isReadable) assert.deepEqual(unseen, []);
    for (let minutes = 0; minutes < 2; minutes += 1) await world.recover();
    await expectSentOnce(world, 'none', contents);
    const isSaid = (await world.received()).some(({ markdown }) => markdown === texts[1]);
    assert.equal((await read(world.client)).isDone, isSaid, 'a minute later');
  },
  async 'ask, and wait for the reply'(world) {
    const { truth, roomId, clock } = world;
    const { id: messageId } = await truth.createMessage({ roomId, markdown: 'Why?' });
    for (const text of ['one', 'two']) await truth.createMessage({ roomId, text });
    // The token expires while the model waits.
    clock.advance(Date.UTC(2026, 0, 1, 12) - clock.now() - 30_000);
    world.isIll = true;
    const question = { roomId, messageId, waitSeconds: 600 };
    const { signal } = new AbortController();
    const waiting = world.pass(waitForReplies(question, { readThread: readerOf(world), clock, signal }));
    const { id } = await truth.createMessage({ roomId, markdown: 'Because', parentId: messageId });
    clock.startTimer(120_000, () => Object.assign(world, { isIll: false }));
    const { text, data } = await waiting;
    // Nothing comes to a person who has left the room.
    if (/\(4(?:03|04|10)\)\./.test(text)) return assert.ok(!world.isReadable);
    const ids = (fieldsOf(data).messages as readonly { readonly id: string }[] | undefined)?.map((each) => each.id);
    // The page with the question may be missing.
    assert.deepEqual(ids, world.isReadable || ids?.length === 2 ? [messageId, id] : [id], text);
  },
  async 'ask, and a moderator deletes the question'(world) {
    const { truth, roomId, clock } = world;
    const { id: messageId } = await truth.createMessage({ roomId, markdown: 'Why?' });
    await truth.deleteMessage(messageId);
    world.isIll = true;
    const { signal } = new AbortController();
    const question = { roomId, messageId, waitSeconds: 60 };
    const { text } = await world.pass(waitForReplies(question, { readThread: readerOf(world), clock, signal }));
    assert.doesNotMatch(text, /stays in the room|unexpected/);
  },
  'read for a model': reading(async ({ roomId }, client) => {
    const { messages, hasOlder } = await readNewest(client.listMessages({ roomId, max: 2 }), 3);
    return { ids: messages.map(({ id }) => id), hasOlder };
  }),
  'list rooms': reading((_, client) => idsOf(client.listRooms({ max: 2 }))),
  'list messages': reading(({ roomId }, client) => idsOf(client.listMessages({ roomId, max: 2 }))),
  'say who is signed in': reading(async (_, client) => (await client.getMe()).id),
  async 'sign in'(world) {
    world.isIll = true;
    const signIn = () =>
      signInWithToken({ ...world, send: world.transport } as never, world.account.baseUrl, world.account.accessToken);
    const account = await world.pass(signIn()).catch((error: unknown) => {
      assert.ok(error instanceof RoomsideError, `an unexpected error: ${error}`);
      assert.ok(!world.isReadable, `${error}`);
    });
    if (account) assert.equal(account.personId, world.account.personId);
    await world.recover();
    assert.equal((await world.pass(signIn())).personId, world.account.personId);
  },
  async 'refresh a session'(world) {
    world.clock.advance(10 * 3_600_000);
    world.isIll = true;
    await world
      .pass(world.client.getMe())
      .catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
    await world.recover();
    assert.equal((await world.pass(world.client.getMe())).id, world.account.personId);
    assert.equal((await world.accounts.reread())[0]?.state, undefined);
  },
  async 'delete, also with the answer lost'(world) {
    const id = await newMessage(world);
    world.isIll = true;
    const remove = () => deleteFromRoom(world.client, { id, roomId: world.roomId, sentMs: world.clock.now() });
    await world.pass(remove()).catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
    await world.recover();
    await world.pass(remove());
    assert.ok(!(await idsOf(world.truth.listMessages({ roomId: world.roomId }))).includes(id));
  },
  async 'edit, also with the answer lost'(world) {
    const id = await newMessage(world);
    const edit = () => editInRoom(world.client, { id, roomId: world.roomId }, 'edited');
    world.isIll = true;
    await world.pass(edit()).catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
    await world.recover();
    await world.pass(edit());
    const [message] = (await firstPage(world.truth.listMessages({ roomId: world.roomId }))) ?? [];
    assert.deepEqual([message?.id, message?.markdown], [id, 'edited']);
  },
  async undo(world) {
    const room = { id: world.roomId, title: 'Room', account: world.account };
    const { record } = await world.pass(world.outbox.share({ room, name: 'a.ts', content: textOf('undo') }));
    world.isIll = true;
    const undo = () => world.outbox.undo(record?.id ?? '');
    await world.pass(undo()).catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
    await world.recover();
    await world.pass(undo());
    assert.deepEqual(await idsOf(world.truth.listMessages({ roomId: world.roomId })), []);
  },
  async download(world) {
    const file = {
      name: 'a.txt',
      mediaType: 'text/plain',
      byteLength: 5,
      open: async function* () {
        yield Buffer.from('bytes');
      },
    };
    const { files: [url = ''] = [] } = await world.truth.createMessage({ roomId: world.roomId, file });
    const read = async () => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of (await world.client.openContent(url)).body) chunks.push(chunk);
      return Buffer.concat(chunks).toString();
    };
    world.isIll = true;
    const now = await world
      .pass(read())
      .catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
    if (world.isReadable) assert.equal(now, 'bytes');
    await world.recover();
    assert.equal(await world.pass(read()), 'bytes');
  },
  async watch(world) {
    const feed = new RoomFeed((max, signal) => world.client.listMessages({ roomId: world.roomId, max }, signal));
    await newMessage(world);
    await world.pass(feed.newest());
    world.isIll = true;
    const id = await newMessage(world);
    const seen: string[] = [];
    for (const isIll of [true, true, false]) {
      if (!isIll) await world.recover();
      const change = await world
        .pass(feed.refresh())
        .catch((error: unknown) => assert.ok(error instanceof RoomsideError, `${error}`));
      seen.push(...(change?.added ?? []).map((each) => each.id));
    }
    assert.equal(seen.filter((each) => each === id).length, 1);
    feed.dispose();
  },
};
