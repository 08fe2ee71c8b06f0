import { once } from 'node:events';
import * as http from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';

/** A proxy for TLS that connects every name to one port of this computer. */
export interface ConnectProxy {
  readonly port: number;
  /** The target of each `CONNECT`, in order, refused ones included. */
  readonly asked: readonly string[];
  /** The `Proxy-Authorization` of each of them. */
  readonly credentials: readonly (string | undefined)[];
  close(): void;
}

/** Starts one. With `requiredCredentials` ("user:password") every `CONNECT` without them is answered with 407. */
export async function startConnectProxy(targetPort: number, requiredCredentials?: string): Promise<ConnectProxy> {
  const asked: string[] = [];
  const credentials: (string | undefined)[] = [];
  const sockets = new Set<Socket>();
  const required =
    requiredCredentials === undefined ? undefined : `Basic ${Buffer.from(requiredCredentials).toString('base64')}`;
  const server = http.createServer();
  server.on('connect', (request, client: Socket) => {
    const given = request.headers['proxy-authorization'];
    asked.push(request.url ?? '');
    credentials.push(given);
    sockets.add(client);
    client.on('error', () => client.destroy());
    if (required !== undefined && given !== required) {
      const challenge = 'Proxy-Authenticate: Basic realm="office"';
      client.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${challenge}\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const onward = connect(targetPort, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 OK\r\n\r\n');
      client.pipe(onward).pipe(client);
    });
    sockets.add(onward);
    onward.on('error', () => client.destroy());
    client.on('close', () => onward.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    credentials,
    close() {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
