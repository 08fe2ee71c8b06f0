import { join } from 'node:path';
import { env, l10n, workspace } from 'vscode';
import { isCancelled } from '../../core/base/errors.ts';
import { fieldsOf } from '../../core/base/json.ts';
import { type DoorAnswer, type DoorCall, exitCodes } from '../../core/terminal/doorCall.ts';
import { type CallTool, type FindLink, ShareRequestError } from '../../core/terminal/shareRequest.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { describeError } from '../../host/errors/describeError.ts';
import type { Services } from '../../host/services.ts';
import { removeDoorRecord, writeCommand, writeDoorRecord } from '../../platform/terminal/doorFiles.ts';
import { type DoorServer, listenAtDoor, type PipedFile } from '../../platform/terminal/doorServer.ts';
import { type AnswerPorts, answerShare, CallError, roomIdFor } from './answerShare.ts';
import { copyMcpConfiguration } from './copyMcpConfiguration.ts';
import { isDoorAllowed } from './offerCommand.ts';

export interface TerminalPorts extends AnswerPorts, Pick<Services, 'storage' | 'extensionUri'> {
  readonly windowId: string;
  readonly callTool: CallTool;
  readonly findLink: FindLink;
}

/** Answers the command `roomside` and agents, while the workspace is trusted and the setting is on. */
export function createTerminal(ports: TerminalPorts) {
  const { storage, extensionUri, windowId: id, log } = ports;
  let open: Promise<DoorServer> | undefined;
  const close = async (): Promise<void> => {
    const closing = open;
    open = undefined;
    const server = await closing;
    server?.close();
    if (server !== undefined) removeDoorRecord(storage.fsPath, id, server.key);
  };
  const terminal = {
    async update() {
      if (!isDoorAllowed()) return close();
      const answer = (call: DoorCall, piped: PipedFile | undefined, signal: AbortSignal) =>
        answerCall(ports, call, { piped, signal });
      open ??= listenAtDoor({ log, answer });
      const { socket, key } = await open;
      const folders = (workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
      await writeCommand(storage.fsPath, join(extensionUri.fsPath, 'dist', 'roomside.mjs'));
      await writeDoorRecord(storage.fsPath, id, { socket, key, folders, language: env.language });
    },
    commands: {
      'roomside.copyMcpConfiguration': () => copyMcpConfiguration(storage),
    } satisfies CommandHandlers<'roomside.copyMcpConfiguration'>,
    dispose: () => void close(),
  };
  // Agents outside of VS Code open no terminal.
  terminal.update().catch((error: unknown) => log.error('the terminal cannot reach this window', error));
  return terminal;
}

/** Never rejects: a failure is an answer. */
async function answerCall(
  ports: TerminalPorts,
  call: DoorCall,
  how: { readonly piped: PipedFile | undefined; readonly signal: AbortSignal },
): Promise<DoorAnswer> {
  try {
    // What was said before the door closed.
    if (!isDoorAllowed()) return { exit: exitCodes.noWindow, text: l10n.t("This window doesn't respond to programs.") };
    if (call.do === 'share') return await answerShare(ports, call, how);
    if (call.do === 'link') return linkAnswer(await ports.findLink(call.file));
    const { tool, input, room, isForModel = false } = call;
    const named = room !== undefined && { roomId: await roomIdFor(ports, room, how.signal) };
    return await ports.callTool(tool, named ? { ...fieldsOf(input), ...named } : input, { ...how, isForModel });
  } catch (error) {
    if (error instanceof CallError) return { exit: error.exit, text: error.sentence };
    if (isCancelled(error)) return { exit: exitCodes.refused, text: l10n.t('Canceled') };
    if (error instanceof ShareRequestError) return requestProblem(error);
    ports.log.error('a call of the terminal failed', error);
    return { exit: exitCodes.notSent, text: describeError(error).sentence };
  }
}

function linkAnswer(found: Awaited<ReturnType<FindLink>>): DoorAnswer {
  if ('problem' in found) return { exit: exitCodes.notSent, text: found.problem };
  return { exit: exitCodes.sent, text: found.link, data: found };
}

function requestProblem({ reason }: ShareRequestError): DoorAnswer {
  const texts = {
    'too-many': l10n.t('You were asked too often in the last minute. Nothing was sent. Wait a minute.'),
    'unknown-parent': l10n.t("The message to reply to isn't among the newest of this room. Nothing was sent."),
    'no-lines': l10n.t("The file doesn't have these lines."),
  };
  return { exit: reason === 'too-many' ? exitCodes.notSent : exitCodes.usage, text: texts[reason] };
}
