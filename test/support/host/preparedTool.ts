import { CancellationTokenSource, MarkdownString, type PreparedToolInvocation } from 'vscode';
import { createServiceClient } from '../../../src/core/api/client.ts';
import { composeServicePipe } from '../../../src/core/api/pipe.ts';
import { systemClock as clock } from '../../../src/core/base/clock.ts';
import type { ToolName } from '../../../src/core/chatTools/toolInput.ts';
import { RoomDirectory } from '../../../src/core/rooms/roomDirectory.ts';
import { createLanguageModelTools } from '../../../src/features/languageModelTools/index.ts';
import type { ToolPorts } from '../../../src/features/languageModelTools/languageModelTool.ts';
import { createNodeTransport } from '../../../src/platform/http/nodeTransport.ts';
import { RecordingLog } from '../fakes/recordingLog.ts';
import { sandboxControl } from './sandboxControl.ts';

/**
 * What VS Code shows before a tool runs. Inside tests VS Code agrees by itself and shows nothing, so the tools are made once
 * more here, with a session of Ada's of their own.
 */
export async function preparedTool(name: ToolName, input: object): Promise<PreparedToolInvocation | undefined> {
  const tool = createLanguageModelTools(await toolPorts())[name];
  return (await tool.prepareInvocation?.({ input }, new CancellationTokenSource().token)) ?? undefined;
}

/** What preparing needs: rooms, and a client. */
async function toolPorts(): Promise<ToolPorts> {
  const issued = await sandboxControl('POST', 'personal-tokens', { personEmail: 'ada.park@example.com' });
  const { accessToken } = issued as { readonly accessToken: string };
  const baseUrl = process.env.ROOMSIDE_SANDBOX_ORIGIN ?? '';
  const tokens = { get: async () => accessToken, refresh: async () => undefined };
  const log = new RecordingLog();
  const send = composeServicePipe({ transport: createNodeTransport(), baseUrl, tokens, clock, log });
  const client = createServiceClient({ baseUrl, send });
  const directory = new RoomDirectory((signal) => client.listRooms({ max: 100 }, signal));
  const session = { account: { id: 'ada', label: 'ada.park@example.com' }, client };
  const connection = { client: async () => client, requireSession: async () => session };
  return { connection, directory, log } as unknown as ToolPorts;
}

/** The Markdown of a text that VS Code shows. */
export function markdownOf(text: string | MarkdownString | undefined): string {
  return text instanceof MarkdownString ? text.value : (text ?? '');
}
