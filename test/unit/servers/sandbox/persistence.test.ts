import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSandbox } from '../../../../src/servers/sandbox/service/sandbox.ts';
import { searchFiles } from '../../../support/harness/searchFiles.ts';
import { useTemporaryFolder } from '../../../support/harness/useTemporaryFolder.ts';
import { type Message, openTestSandbox, type Room } from './openTestSandbox.ts';
import { exchange, getCode, postToken, registerIntegration } from './walkAuthorize.ts';

describe('the data file of the sandbox', () => {
  const folder = useTemporaryFolder();
  const dataFile = () => join(folder.path, 'sandbox.db');

  it('keeps integrations, tokens, rooms, messages and files over a restart, and no secret', async () => {
    const first = openTestSandbox({ dataFile: dataFile() });
    const integration = await registerIntegration(first);
    const tokens = await exchange(first, integration, await getCode(first, integration, 'svc:rooms_read'));
    const made = (await (await first.call('POST', '/v1/rooms', { json: { title: 'Kept' } })).json()) as Room;
    const message = await first.posted({ roomId: made.id, text: 'kept', files: new File(['bytes'], 'kept.txt') });
    const before = await first.rooms();
    await first.sandbox.close();

    const second = openTestSandbox({ dataFile: dataFile() });
    const { token } = first;
    assert.deepEqual((await second.read<{ items: Room[] }>('/v1/rooms', { token })).items.length, before.length);
    assert.deepEqual(await second.read<Message>(`/v1/messages/${message.id}`, { token }), message);
    assert.equal(await (await second.call('GET', message.files?.[0] ?? '', { token })).text(), 'bytes');
    assert.equal((await second.call('GET', '/v1/rooms', { token: tokens.access_token })).status, 200);
    const { clientId: client_id, clientSecret: client_secret } = integration;
    const credentials = { client_id, client_secret, refresh_token: tokens.refresh_token };
    assert.equal((await postToken(second, { grant_type: 'refresh_token', ...credentials })).status, 200);
    await second.sandbox.close();

    const secrets = [token, client_secret, tokens.access_token, tokens.refresh_token];
    const { files, holding } = await searchFiles(folder.path, secrets);
    assert.ok(files.length > 0);
    assert.deepEqual(holding, [], 'no token and no client secret is readable');
  });

  it('is rejected with its name if it is something else or locked by another sandbox', async () => {
    writeFileSync(dataFile(), 'this is no database, but a text of some length'.repeat(40));
    assert.throws(() => createSandbox({ dataFile: dataFile() }), /sandbox\.db cannot be used: .*not a database/);
    rmSync(dataFile());
    const first = openTestSandbox({ dataFile: dataFile() });
    assert.throws(() => createSandbox({ dataFile: dataFile() }), /sandbox\.db cannot be used: .*locked/);
    await first.sandbox.close();
    assert.throws(() => createSandbox({ dataFile: join(folder.path, 'missing', 'a.db') }), /a\.db cannot be used/);
  });
});
