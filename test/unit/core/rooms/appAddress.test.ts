import assert from 'node:assert/strict';
import fc from 'fast-check';
import { appAddress, isWebTemplate, knownAppTemplate } from '../../../../src/core/rooms/appAddress.ts';

const encoded = (kind: string, key: string): string => Buffer.from(`ciscospark://us/${kind}/${key}`).toString('base64');

describe('appAddress', () => {
  const template = 'https://chat.example.com/rooms/{room}[?message={message}]';

  it('names the room, and the message if there is one', () => {
    assert.equal(appAddress(template, { roomId: 'r 1' }), 'https://chat.example.com/rooms/r%201');
    const both = { roomId: 'a/b', messageId: '?&#' };
    assert.equal(appAddress(template, both), 'https://chat.example.com/rooms/a%2Fb?message=%3F%26%23');
  });

  it('knows the app of the public service, which wants the last part of its IDs', () => {
    const known = knownAppTemplate('https://webexapis.com') ?? assert.fail();
    const [roomId, messageId] = [encoded('ROOM', '388bc8a0-4f23'), encoded('MESSAGE', '5ce38670-4f23')];
    assert.equal(appAddress(known, { roomId }), 'webexteams://im?space=388bc8a0-4f23');
    assert.equal(appAddress(known, { roomId, messageId }), 'webexteams://im?space=388bc8a0-4f23&message=5ce38670-4f23');
    assert.equal(appAddress(known, { roomId: 'plain' }), 'webexteams://im?space=plain');
    assert.equal(knownAppTemplate('https://webexapis.com.evil.example'), undefined);
  });

  it('refuses what is no address of an app, and a host that depends on an ID', () => {
    for (const refused of [
      ...['', 'rooms/{room}', 'javascript://x/%0aalert(1)', 'command://workbench.action.quit/{room}'],
      ...['file:///etc/{room}', 'file://server/{room}', 'vscode://a.b/{room}', 'vscode-insiders://a.b/{room}'],
      ...['data://text/{room}', 'https://{room}/a', 'https://{room}.example.com/a', '{room}://a/b'],
      ...['https://[{room}]/', 'https://a b/{room}', 'https:///{room}'],
    ])
      assert.equal(appAddress(refused, { roomId: 'r' }), undefined, refused);
  });

  it('has the host of the template for any IDs', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.option(fc.string({ unit: 'binary' })), (roomId, messageId) => {
        const address = appAddress(template, { roomId, messageId: messageId ?? undefined });
        assert.equal(new URL(address ?? '').host, 'chat.example.com');
        assert.doesNotMatch(address ?? '', /[\s\p{Cc}<>"]/u);
      }),
    );
  });

  it('of a broker is a web page', () => {
    assert.equal(isWebTemplate('https://chat.example.com/rooms/{room}[/{message}]'), true);
    assert.equal(isWebTemplate('http://127.0.0.1:4280/{room}'), true);
    for (const other of ['webexteams://im?space={room}', 'http://chat.example.com/{room}', 'file:///{room}', '']) {
      assert.equal(isWebTemplate(other), false, other);
    }
  });
});
