import { errorName } from '../core/base/errors.ts';
import { fieldsOf, parseJsonObject } from '../core/base/json.ts';
import { type DoorAnswer, type DoorCall, exitCodes, maxHeaderBytes } from '../core/terminal/doorCall.ts';

/** Asks the window of this program. */
type AskWindow = (call: DoorCall, signal: AbortSignal) => Promise<DoorAnswer>;

interface AgentStreams {
  readonly input: AsyncIterable<Uint8Array>;
  /** Writes a line. */
  send(line: string): void;
}

type Id = string | number;
type Params = Readonly<Record<string, unknown>>;

/** The versions of the protocol whose messages this server reads and writes, the newest first. */
const versions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const [parseError, invalidRequest, methodNotFound, internalError] = [-32700, -32600, -32601, -32603];

/** What an agent can ask for, and nothing else of the manifest. */
function toolsOf({ contributes }: Readonly<Record<string, unknown>>): readonly object[] {
  const { languageModelTools } = fieldsOf(contributes);
  const tools = (languageModelTools as readonly unknown[]).map(fieldsOf);
  return tools.map(({ name, modelDescription: description, inputSchema }) => ({ name, description, inputSchema }));
}

/** What needs no window. */
function answerOf(manifest: Readonly<Record<string, unknown>>, method: string, { protocolVersion }: Params): object {
  if (method === 'ping') return { result: {} };
  if (method === 'tools/list') return { result: { tools: toolsOf(manifest) } };
  if (method !== 'initialize') return { error: { code: methodNotFound, message: 'No such method' } };
  const version = versions.find((known) => known === protocolVersion) ?? versions[0];
  const serverInfo = { name: 'roomside', title: 'Roomside', version: manifest.version };
  return { result: { protocolVersion: version, capabilities: { tools: {} }, serverInfo } };
}

/**
 * Serves one agent over the Model Context Protocol: a message in JSON on each line. Ends with its input.
 * @param manifest of the extension
 */
export async function serveMcp(
  manifest: Readonly<Record<string, unknown>>,
  { input, send }: AgentStreams,
  ask: AskWindow,
): Promise<void> {
  const running = new Map<Id, AbortController>();
  const reply = (id: Id | null, result: object): void => send(`${JSON.stringify({ jsonrpc: '2.0', id, ...result })}\n`);

  async function call(id: Id, params: Params): Promise<void> {
    const abort = new AbortController();
    running.set(id, abort);
    try {
      const { name, arguments: given = {} } = params;
      const { exit, text } = await ask({ do: 'tool', tool: `${name}`, input: given, isForModel: true }, abort.signal);
      const result = { content: [{ type: 'text', text }], isError: exit !== exitCodes.sent };
      if (!abort.signal.aborted) reply(id, { result });
    } catch (error) {
      // The agent does not wait for the answer of a canceled call.
      if (!abort.signal.aborted) reply(id, { error: { code: internalError, message: errorName(error) } });
    } finally {
      running.delete(id);
    }
  }

  function take(line: string): void {
    const message = line.length > maxHeaderBytes ? undefined : parseJsonObject(line);
    const { id, method } = message ?? {};
    const params = fieldsOf(message?.params);
    if (message === undefined) reply(null, { error: { code: parseError, message: 'Not a message' } });
    else if (method === 'notifications/cancelled') running.get(params.requestId as Id)?.abort();
    // The other notifications, and answers, ask for nothing.
    else if (id === undefined || method === undefined) return;
    else if (typeof id !== 'string' && typeof id !== 'number')
      reply(null, { error: { code: invalidRequest, message: 'Not an ID' } });
    else if (method === 'tools/call') void call(id, params);
    else reply(id, answerOf(manifest, `${method}`, params));
  }

  for await (const line of linesOf(input)) take(line);
  for (const abort of running.values()) abort.abort();
}

/** Lines without blank ones. One that is too long comes in parts, which are no messages. */
async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let held = '';
  for await (const chunk of input) {
    const lines = `${held}${decoder.decode(chunk, { stream: true })}`.split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) if (line.trim() !== '') yield line;
    if (held.length > maxHeaderBytes) {
      yield held;
      held = '';
    }
  }
}
