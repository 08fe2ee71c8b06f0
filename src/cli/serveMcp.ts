import { Server } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { errorName } from '../core/base/errors.ts';
import { fieldsOf } from '../core/base/json.ts';
import { type DoorAnswer, type DoorCall, exitCodes, maxHeaderBytes } from '../core/terminal/doorCall.ts';

/** Asks the window of this program. */
type AskWindow = (call: DoorCall, signal: AbortSignal) => Promise<DoorAnswer>;

/** An agent with a time limit may begin it again at each sign of progress, as while the user reads a question. */
const progressMs = 5_000;

/** What an agent can ask for, and nothing else of the manifest. */
function toolsOf({ contributes }: Readonly<Record<string, unknown>>) {
  const { languageModelTools } = fieldsOf(contributes);
  const tools = (languageModelTools as readonly unknown[]).map(fieldsOf);
  return tools.map(({ name, modelDescription, inputSchema }) => ({
    name: `${name}`,
    description: `${modelDescription}`,
    inputSchema: inputSchema as { readonly type: 'object' },
  }));
}

/**
 * Serves one agent over the Model Context Protocol on the streams of this process, and ends with its input.
 * @param manifest of the extension
 */
export function serveMcp(manifest: Readonly<Record<string, unknown>>, ask: AskWindow): void {
  const transport = new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: maxHeaderBytes });
  serveStdio(() => createServer(manifest, ask), { transport });
}

function createServer(manifest: Readonly<Record<string, unknown>>, ask: AskWindow): Server {
  const info = { name: 'roomside', title: 'Roomside', version: `${manifest.version}` };
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: toolsOf(manifest) }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq: { signal, notify, _meta } }) => {
    const { name, arguments: input = {} } = params;
    const { progressToken } = _meta ?? {};
    let progress = 0;
    const report = (): void => {
      progress += 1;
      const method = 'notifications/progress';
      // The agent may have ended.
      notify({ method, params: { progressToken, progress, message: 'Waiting' } }).catch(() => undefined);
    };
    const timer = progressToken === undefined ? undefined : setInterval(report, progressMs);
    try {
      const { exit, text } = await ask({ do: 'tool', tool: name, input, isForModel: true }, signal);
      return { content: [{ type: 'text', text }], isError: exit !== exitCodes.sent };
    } catch (error) {
      // Its message could have a path of this machine.
      throw new Error(errorName(error), { cause: error });
    } finally {
      clearInterval(timer);
    }
  });
  return server;
}
