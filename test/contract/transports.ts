import type { Send } from '../../src/core/api/send.ts';
import { createNodeTransport } from '../../src/platform/http/nodeTransport.ts';
import { listen } from '../../src/servers/listen.ts';
import type { Sandbox } from '../../src/servers/sandbox/sandbox.ts';
import { createUndiciSend } from '../../src/servers/undiciSend.ts';
import { withConnectionErrors } from '../support/fakes/connectionErrors.ts';
import { createSandboxSend } from '../support/fakes/sandboxSend.ts';
import { isOnWine } from '../support/needs.ts';

/** A connection to a sandbox. */
export interface SandboxConnection {
  readonly baseUrl: string;
  readonly transport: Send;
  close(): Promise<void>;
}

/** A transport that all contract tests run with. */
export interface ContractTransport {
  readonly name: string;
  open(sandbox: Sandbox): Promise<SandboxConnection>;
}

/** Without a socket: calls the app in this process. */
const inProcess: ContractTransport = {
  name: 'in process',
  open: async (sandbox) => ({
    baseUrl: 'http://127.0.0.1',
    transport: withConnectionErrors(createSandboxSend(sandbox)),
    close: async () => undefined,
  }),
};

const overNode: ContractTransport = {
  name: 'over a socket with node:http',
  async open(sandbox) {
    const { origin, close } = await listen(sandbox);
    return { baseUrl: origin, transport: createNodeTransport(), close };
  },
};

const overUndici: ContractTransport = {
  name: 'over a socket with undici',
  async open(sandbox) {
    const { origin, close } = await listen(sandbox);
    const undici = createUndiciSend();
    return {
      baseUrl: origin,
      transport: withConnectionErrors(undici.send),
      async close() {
        await undici.close();
        await close();
      },
    };
  },
};

/** undici cannot connect under Wine. */
export const transports: readonly ContractTransport[] = [inProcess, overNode, ...(isOnWine ? [] : [overUndici])];
