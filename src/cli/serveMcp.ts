import { Server, type ServerContext } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { systemClock } from '../core/base/clock.ts';
import { fieldsOf } from '../core/base/json.ts';
import { exitCodes, maxHeaderBytes } from '../core/terminal/doorCall.ts';
import { type AskWindow, callTool } from './callTool.ts';

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
  serveStdio(() => createServer(manifest, ask), { transport, onerror: reportEnd });
}

/** A line that is too long closes the transport after its error; after other errors it serves on. */
function reportEnd({ message }: Error): void {
  queueMicrotask(() => {
    if (!process.stdin.isPaused()) return;
    process.exitCode = exitCodes.fault;
    process.stdin.destroy();
    process.stderr.write(`${message}\n`);
  });
}

function createServer(manifest: Readonly<Record<string, unknown>>, ask: AskWindow): Server {
  const info = { name: 'roomside', title: 'Roomside', version: `${manifest.version}` };
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler('tools/list', () => ({ tools: toolsOf(manifest) }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: input = {} } }, { mcpReq }) =>
    withProgress(mcpReq, async () => {
      const { exit, text } = await callTool(name, input, { ask, clock: systemClock, signal: mcpReq.signal });
      return { content: [{ type: 'text', text }], isError: exit !== exitCodes.sent };
    }),
  );
  return server;
}

/** Reports progress while it runs, if the agent asks for that. */
async function withProgress<Result>(
  { _meta, notify }: Pick<ServerContext['mcpReq'], '_meta' | 'notify'>,
  run: () => Promise<Result>,
): Promise<Result> {
  const { progressToken } = _meta ?? {};
  if (progressToken === undefined) return run();
  let progress = 0;
  const timer = setInterval(() => {
    progress += 1;
    const notification = { method: 'notifications/progress', params: { progressToken, progress } };
    // The agent may have ended.
    notify(notification).catch(() => undefined);
  }, progressMs);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}
