import { commands } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { nextEvent } from '../../core/base/emitter.ts';
import { lazy } from '../../core/base/lazy.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import type { SendText } from '../../host/ui/shareOutcome.ts';
import { lastRoom } from './chooseRoom.ts';
import { copyMessage } from './copyMessage.ts';
import { textAsFile } from './fileSource.ts';
import { lastStepCommands } from './lastStep/confirm.ts';
import { proposeFiles } from './propose.ts';
import { share, submit } from './share.ts';
import type { ShareSource, SourcePorts } from './sources/shareSource.ts';
import { selectionSource, shareSources } from './sources/shareSources.ts';
import type { SharePorts, SharePreview } from './step.ts';

/** The commands that share something to a room. On a row of the Rooms view they use its room. */
export function createShare(
  services: Omit<SharePorts, 'preview'> & SourcePorts,
  loadPreview: () => Promise<SharePreview & Disposable> = async () =>
    new (await import('./lastStep/messagePreview.ts')).MessagePreview(services),
) {
  const preview = lazy(loadPreview);
  const ports = { ...services, preview };
  const sourceCommands = Object.entries<ShareSource>(shareSources).map(([id, source]) => [
    id,
    commandFor(ports, source),
  ]);
  const handlers = {
    ...lastStepCommands,
    ...(Object.fromEntries(sourceCommands) as CommandHandlers<keyof typeof shareSources>),
    'roomside.shareSelectionToLastRoom': commandFor(ports, selectionSource, () => lastRoom(ports)),
    'roomside.copyAsMessage': async () =>
      copyMessage(ports, await (await selectionSource([], ports))?.propose('send', undefined)),
    'roomside.copyLink': async () => (await import('./copyLink.ts')).copyLink(ports),
  };
  const sendText: SendText = (room, { name, text, isFile, draft }) => {
    const messages = [{ name, content: { kind: 'text', markdown: text } as const }];
    return submit(ports, room, isFile ? proposeFiles([textAsFile(name, text)]) : { name, messages }, draft);
  };
  return { commands: handlers, sendText, dispose: () => preview.current?.dispose() };
}

/**
 * Shares to the room of the row the command was called on, else to the room that the user picks. What is shared is taken
 * before the user signs in, if that is needed.
 * @param roomOf the room for the argument of the command, as a row or the argument of a keybinding
 */
function commandFor(
  ports: SharePorts & SourcePorts,
  source: ShareSource,
  roomOf: (argument: unknown) => unknown = (argument) => argument,
) {
  return async (...args: readonly unknown[]): Promise<void> => {
    const shareable = await source(args, ports);
    if (shareable === undefined) return;
    try {
      if (await signInToShare(ports)) await share(ports, shareable, await roomOf(args[0]));
    } finally {
      shareable.shown?.dispose();
    }
  };
}

/**
 * Lets the user sign in, if no account is, so that a share that has begun can continue.
 * @returns whether an account is signed in
 */
async function signInToShare({ active, rooms }: SharePorts): Promise<boolean> {
  if ((await active.get()) !== undefined) return true;
  // The command reports its own errors.
  await commands.executeCommand('roomside.chooseSignIn', 'share');
  if ((await active.get()) === undefined) return false;
  // The rooms of the account are read after the account itself.
  if (rooms.accountId === undefined) await nextEvent(rooms.onDidChangeAccount);
  return true;
}
