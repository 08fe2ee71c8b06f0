// The service behind the brokers of the bench, as a process of its own: it gives new tokens to everybody at once, so that
// only the brokers take time. Tells its parent where it listens.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const newToken = (): string => randomBytes(48).toString('base64url');

const server = createServer((request, response) => {
  request.resume().once('end', () => {
    const tokens = { access_token: newToken(), expires_in: 1_209_600, refresh_token: newToken() };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ ...tokens, refresh_token_expires_in: 7_776_000 }));
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit(0));
