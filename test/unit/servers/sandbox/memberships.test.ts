import assert from 'node:assert/strict';
import { refusal, useSandbox } from './openTestSandbox.ts';

describe('memberships in the sandbox', () => {
  const test = useSandbox();

  const add = (json: unknown) => test.call('POST', '/v1/memberships', { json });
  const emails = async (roomId: string) => {
    const items = await test.list<{ personEmail: string }>(`/v1/memberships?roomId=${roomId}&max=50`);
    return items.map((item) => item.personEmail);
  };

  it('shows the room to a person added by email, and rejects the second time with 409', async () => {
    const { id: roomId } = await test.room('Mobile');
    const response = await add({ roomId, personEmail: 'tom.becker@example.com' });
    assert.equal(response.status, 200);
    assert.ok((await emails(roomId)).includes('tom.becker@example.com'));
    const again = await add({ roomId, personEmail: 'Tom.Becker@example.com' });
    await refusal(again, 409, /Tom Becker is already in the room/);
    assert.equal((await emails(roomId)).filter((email) => email.startsWith('tom.')).length, 1);
  });

  it('rejects no person, two people at once, and unknown people', async () => {
    const { id: roomId } = await test.room('Mobile');
    await refusal(add({ roomId }), 400);
    await refusal(add({ roomId, personEmail: 'tom.becker@example.com', personId: 'x' }), 400);
    await refusal(add({ roomId, personEmail: 'unknown@example.com' }), 400, /email/);
    await refusal(add({ personEmail: 'tom.becker@example.com' }), 400);
  });

  it('adds no one to a direct room, nor to a locked one that others moderate', async () => {
    const personEmail = 'build.bot@example.com';
    await refusal(add({ roomId: (await test.room('Mateo Silva')).id, personEmail }), 403);
    await refusal(add({ roomId: (await test.room('Announcements')).id, personEmail }), 403, /locked/);
  });
});
