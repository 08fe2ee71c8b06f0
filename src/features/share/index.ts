import { commands, l10n } from 'vscode';
import type { Disposable } from '../../core/base/disposable.ts';
import { nextEvent } from '../../core/base/emitter.ts';
import { lazy } from '../../core/base/lazy.ts';
import { originIn } from '../../core/snippet/codePlace.ts';
import type { NamedFile } from '../../core/terminal/doorCall.ts';
import type { RequestShare } from '../../core/terminal/shareRequest.ts';
import type { CommandHandlers } from '../../host/commands/commandIds.ts';
import { commandTitle } from '../../host/commands/commandTitle.ts';
import type { Services } from '../../host/services.ts';
import type { SendText } from '../../host/ui/shareOutcome.ts';
import { StepLists } from '../../host/ui/steps/stepLists.ts';
import { lastRoom } from './chooseRoom.ts';
import { confirmationCommands } from './confirmation/confirm.ts';
import { copyMessage } from './copyMessage.ts';
import { textAsFile } from './fileSource.ts';
import { Origin } from './origin.ts';
import { proposeFiles } from './propose.ts';
import { type MadeText, share, shareText, submit } from './share.ts';
import type { ShareSource, SourcePorts } from './sources/shareSource.ts';
import { selectionSource, shareSources } from './sources/shareSources.ts';
import { updateMessage } from './sources/updateMessage.ts';
import type { SharePorts, SharePreview } from './step.ts';

type SourceId = keyof typeof shareSources;

/** What the commands need, besides what they create. */
type CommandPorts = Omit<SharePorts, 'preview'> & Omit<SourcePorts, 'title' | 'lists'> & Pick<Services, 'extension'>;

/** The commands that share something to a room. On a row of the Rooms view they use its room. */
export function createShare(
  services: CommandPorts,
  loadPreview: () => Promise<SharePreview & Disposable> = async () =>
    new (await import('./confirmation/messagePreview.ts')).MessagePreview(services),
) {
  const preview = lazy(loadPreview);
  const ports = { ...services, preview };
  const portsOf = (id: SourceId) => ({
    ...ports,
    newOrigin: () => new Origin(id),
    // Looked up when the command runs: the manifest is long.
    get title() {
      return stepTitle(commandTitle(ports.extension.packageJSON, id));
    },
  });
  const ids = Object.keys(shareSources) as SourceId[];
  const sourceCommands = ids.map((id) => [id, commandFor(portsOf(id), shareSources[id])]);
  const selectionPorts = portsOf('roomside.shareSelection');
  const handlers = {
    ...confirmationCommands,
    ...(Object.fromEntries(sourceCommands) as CommandHandlers<SourceId>),
    'roomside.shareSelectionToLastRoom': commandFor(selectionPorts, selectionSource, () => lastRoom(ports)),
    'roomside.copyAsMessage': async () =>
      copyMessage(ports, await (await selectionSource([], selectionPorts))?.propose('send', undefined)),
    '_roomside.updateMessage': async (node: unknown, digest: unknown) =>
      updateMessage(await selectionSource([], selectionPorts), node, digest),
    'roomside.addSelectionToMessage': () => addSelection(selectionPorts),
    'roomside.copyLink': async () => (await import('./copyLink.ts')).copyLink(ports),
  };
  const sendText: SendText = (room, { name, text, isFile, places = [], draft }) => {
    const origin = originIn(text, places);
    const messages = [{ name, ...(origin && { origin }), content: { kind: 'text', markdown: text } as const }];
    return submit(ports, room, isFile ? proposeFiles([textAsFile(name, text)]) : { name, messages }, draft);
  };
  // Most shares are not asked for by a program.
  const requests = lazy(async () => (await import('./requestShare.ts')).createRequestShare(ports));
  return {
    commands: handlers,
    sendText,
    requestShare: async (...args: Parameters<RequestShare>) => (await requests())(...args),
    findLink: async (file: NamedFile) => (await import('./copyLink.ts')).findLink(ports, file),
    shareText: (text: MadeText, node: unknown) => shareText(ports, text, node),
    dispose: () => preview.current?.dispose(),
  };
}

async function addSelection(ports: SharePorts & SourcePorts): Promise<void> {
  const shareable = await selectionSource([], ports);
  if (shareable === undefined || !(await signInToShare(ports))) return;
  await (await import('./addToMessage.ts')).addToMessage(ports, shareable);
}

/**
 * Shares to the room of the row the command was called on, else to the room that the user picks. What is shared is taken
 * before the user signs in, if that is needed.
 * @param roomOf the room for the argument of the command, as a row or the argument of a keybinding
 */
function commandFor(
  ports: SharePorts & Omit<SourcePorts, 'lists'> & { newOrigin(): Origin },
  source: ShareSource,
  roomOf: (argument: unknown) => unknown = (argument) => argument,
) {
  return async (...args: readonly unknown[]): Promise<void> => {
    const lists = new StepLists();
    const origin = ports.newOrigin();
    try {
      const sourcePorts = { ...ports, lists };
      const shareable = await source(args, sourcePorts);
      if (shareable === undefined) return;
      const titled = { title: sourcePorts.title, origin, ...shareable };
      if (await signInToShare(ports, lists)) await share(ports, titled, await roomOf(args[0]), lists);
    } finally {
      lists.dispose();
      origin.dispose();
    }
  };
}

/** The title of the steps of a command, one of which chooses the room: "Share Selection" of "Share Selection to Room…". */
function stepTitle(title: string): string {
  const room = l10n.t({
    message: ' to Room',
    args: [],
    comment: 'The part of the titles of commands, such as “Share Selection to Room…”, that their steps leave out',
  });
  return title.replace(room, '').replace('…', '');
}

/**
 * Lets the user sign in, if no account is, so that a share that has begun can continue.
 * @returns whether an account is signed in
 */
async function signInToShare({ active, rooms }: SharePorts, lists?: StepLists): Promise<boolean> {
  if ((await active.get()) !== undefined) return true;
  lists?.close();
  // The command reports its own errors.
  await commands.executeCommand('roomside.chooseSignIn', 'share');
  if ((await active.get()) === undefined) return false;
  // The rooms of the account are read after the account itself.
  if (rooms.accountId === undefined) await nextEvent(rooms.onDidChangeAccount);
  return true;
}
