import { commands, l10n, Range, Uri, window, workspace } from 'vscode';
import type { KeybindingArgument } from '../../host/commands/commandArguments.ts';
import { gitApi } from '../../host/git/gitApi.ts';
import { sampleFolder, sampleRepository } from '../../host/git/sampleFolder.ts';
import type { Services } from '../../host/services.ts';
import { showNotice } from '../../host/ui/statusBar.ts';
import type { SandboxAddress } from '../../platform/sandbox/sandboxProcess.ts';
import { callSandbox } from './sandboxControl.ts';

type SamplePorts = Pick<Services, 'active' | 'outbox' | 'sandbox' | 'send' | 'storage'>;

interface SampleSteps {
  trySandbox(): Promise<void>;
  /** Runs before the answer is shown. */
  onShared(): Promise<void>;
}

/**
 * "Share a Sample": signs in to the sandbox if needed, opens a small file in a repository of its own, and runs Share
 * Selection on its function. A demo person suggests a change of these lines, and the reader shows it.
 */
export async function shareSample(ports: SamplePorts, { trySandbox, onShared }: SampleSteps): Promise<void> {
  const address = await ports.sandbox.ensure();
  if ((await ports.active.get())?.baseUrl !== address.origin) await trySandbox();
  const room = await openSample(ports, address);
  showNotice(l10n.t('Enter sends the sample. A colleague answers with a patch.'));
  let roomId: string | undefined;
  const posts = ports.outbox.onDidPost(({ message }) => {
    roomId = message.roomId;
  });
  try {
    await commands.executeCommand('roomside.shareSelection', room);
  } finally {
    posts.dispose();
  }
  if (roomId === undefined) return;
  await onShared();
  await commands.executeCommand('roomside.readRoom', { kind: 'room', roomId, isAtUnread: true });
}

/** Writes the file as it was at first, so that the patch applies again. @returns the room for it, if it still exists */
async function openSample(
  { send, storage }: SamplePorts,
  address: SandboxAddress,
): Promise<KeybindingArgument | undefined> {
  const sample = await callSandbox(send, address, 'sample');
  const name = String(sample.name);
  const text = String(sample.text);
  const folder = sampleFolder(storage);
  const file = Uri.joinPath(folder, name);
  await workspace.fs.writeFile(file, new TextEncoder().encode(text));
  // Without Git, only the patch of the answer cannot be applied.
  if ((await sampleRepository(storage)) === undefined) await (await gitApi())?.init(folder);
  const lines = new Range(Number(sample.firstLine) - 1, 0, Number(sample.lastLine) - 1, 1000);
  await window.showTextDocument(file, { selection: lines });
  return typeof sample.roomId === 'string' ? { room: sample.roomId } : undefined;
}
