import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { Reader } from '../../browser/pages/reader.ts';
import type { Workbench } from '../../browser/pages/workbench.ts';
import { tourExtension } from './linkCheckout.ts';
import { say, step } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { makeClone } from './sampleWorkspace.ts';
import type { ReceivedMessage, SandboxProcess } from './sandboxProcess.ts';
import { startWorkbench } from './startWorkbench.ts';

const pictures = path.join(projectRoot, '.demo');
const snippetRoom = 'Code reviews';
const fileRoom = 'Design critique';
/** Has Windows line ends, and code fences of two lengths in these lines. */
const snippet = { file: 'docs/release.md', fromLine: 5, toLine: 15 };
const wholeFile = 'src/tide.ts';

/** Fails with both values, so that the output explains the failure. */
function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) {
    throw new Error(`${what}: got ${JSON.stringify(actual)}, expected ${JSON.stringify(expected)}`);
  }
}

function printReceived(message: ReceivedMessage): void {
  say(`the service received a message for "${message.roomTitle}" from ${message.personEmail}`);
  const text = message.markdown ?? message.text;
  if (text !== undefined) {
    const lines = text.split(/\r?\n/).map((line) => `    │ ${line}`);
    console.log(`    markdown, ${Buffer.byteLength(text)} bytes:\n${lines.join('\n')}`);
  }
  for (const file of message.files) {
    console.log(`    file ${file.name}, ${file.mediaType}, ${file.byteLength} bytes\n    sha256 ${file.sha256}`);
  }
}

async function received(sandbox: SandboxProcess, room: string): Promise<ReceivedMessage> {
  const messages = (await sandbox.received()).filter((message) => message.roomTitle === room);
  const [message] = messages;
  if (message === undefined || messages.length > 1) {
    throw new Error(`the service received ${messages.length} messages for "${room}", expected one`);
  }
  printReceived(message);
  return message;
}

async function signIn(workbench: Workbench): Promise<void> {
  await workbench.page.locator('.getting-started-step').first().waitFor();
  await workbench.page.getByRole('tab', { name: path.basename(wholeFile) }).waitFor();
  await workbench.screenshot('0-tour');
  await workbench.runCommand('View: Close All Editors');
  await workbench.roomsView.open();
  await workbench.roomsView.welcomeButton('Try the Sandbox').waitFor();
  await workbench.screenshot('1-welcome');
  await workbench.signInThroughSandbox('2-approve');
  await workbench.roomsView.expectRoom(snippetRoom);
  const labels = await workbench.roomsView.labels();
  say(`the view shows ${labels.length} rows: ${labels.slice(0, 8).join(', ')} …`);
  await workbench.screenshot('3-rooms');
}

/** The confirmation, once its page shows the message. */
async function drawn(workbench: Workbench, part: string, picture: string): Promise<void> {
  await workbench.composer.preview().locator(part).first().waitFor();
  await workbench.screenshot(picture);
}

async function shareSelection(workbench: Workbench, sandbox: SandboxProcess, folder: string): Promise<void> {
  await workbench.editor.open(path.basename(snippet.file));
  await workbench.editor.selectLines(snippet.fromLine, snippet.toLine);
  await workbench.shareTo(
    snippetRoom,
    'Share Selection',
    () => workbench.runCommand('Roomside: Share Selection to Room…'),
    () => drawn(workbench, 'pre', '4-share-selection'),
  );
  say(`the status bar says: ${await workbench.statusBar(`to ${snippetRoom}`)}`);
  const source = await readFile(path.join(folder, snippet.file), 'utf8');
  const selected = source
    .split('\r\n')
    .slice(snippet.fromLine - 1, snippet.toLine)
    .join('\r\n');
  const { markdown = '' } = await received(sandbox, snippetRoom);
  expectSame('the message holds the selection byte for byte', markdown.includes(`\n${selected}\n`), true);
}

async function shareCurrentFile(workbench: Workbench, sandbox: SandboxProcess, folder: string): Promise<void> {
  await workbench.editor.open(path.basename(wholeFile));
  await workbench.shareTo(
    fileRoom,
    'Share Current File',
    () => workbench.runCommand('Roomside: Share Current File to Room…'),
    () => drawn(workbench, 'figure', '5-share-file'),
  );
  say(`the status bar says: ${await workbench.statusBar(`to ${fileRoom}`)}`);
  await workbench.screenshot('6-shared');
  const source = await readFile(path.join(folder, wholeFile));
  const { files } = await received(sandbox, fileRoom);
  const [file] = files;
  expectSame('number of files', files.length, 1);
  expectSame('file name', file?.name, path.basename(wholeFile));
  expectSame('bytes', file?.byteLength, source.byteLength);
  expectSame('sha256', file?.sha256, createHash('sha256').update(source).digest('hex'));
  say('the sha256 is that of the source file');
}

/** A demo person suggests a change of shared lines, it is applied, and the thread and Recent Shares say so. */
async function playTurn(workbench: Workbench, sandbox: SandboxProcess): Promise<void> {
  await workbench.runCommand('Roomside: Share a Sample in the Sandbox');
  await workbench.input.expectTitle('Share Selection (2/2)');
  await drawn(workbench, 'pre', '7-ask');
  await workbench.input.acceptActive(`Send to ${snippetRoom}`);
  const reader = new Reader(workbench.page);
  const suggestion = reader.message('The loop reads one item too many');
  const apply = suggestion.getByRole('button', { name: 'Apply Patch…' });
  await apply.waitFor();
  await workbench.screenshot('8-suggestion');
  await apply.press('Enter');
  await workbench.page.locator('.monaco-dialog-box').getByText('total.ts  +1 −1').waitFor();
  await workbench.screenshot('9-apply');
  await workbench.answerDialog('Apply');
  await suggestion.getByRole('button', { name: 'Reply: Applied' }).press('Enter');
  await reader.frame.locator('p.applied', { hasText: '✓ Applied' }).waitFor();
  await workbench.recentShares.expand();
  await workbench.recentShares.row('✓ Applied · 1 reply').waitFor();
  await workbench.screenshot('10-done');
  const said = (await sandbox.received()).at(-1) ?? (await received(sandbox, snippetRoom));
  printReceived(said);
  expectSame('the last message', said.markdown, '✓ Applied');
}

/**
 * Does the main tasks of Roomside in the real VS Code with real clicks: signs in through the browser, sees the rooms, shares a
 * selection and a file, compares what the service received with the source, and applies what is suggested for a sample. Fails
 * when one of them fails.
 */
export async function playMainJob(sandbox: SandboxProcess): Promise<void> {
  await rm(pictures, { recursive: true, force: true });
  const { environment } = sandbox;
  const running = await step('opening VS Code', () =>
    startWorkbench({
      ...{ extension: 'checkout', screenshotFolder: pictures, environment },
      ...{ otherExtensions: [tourExtension], prepare: makeClone },
    }),
  );
  const { workbench, workspaceFolder } = running;
  try {
    await step('signing in through the browser', () => signIn(workbench));
    await step('sharing a selection', () => shareSelection(workbench, sandbox, workspaceFolder));
    await step('sharing the current file', () => shareCurrentFile(workbench, sandbox, workspaceFolder));
    await step('asking, applying a suggestion, and saying so', () => playTurn(workbench, sandbox));
    say(`All of it happened. Pictures: ${path.relative(process.cwd(), pictures) || '.'}`);
  } catch (error) {
    say(`a picture of the failure: ${await workbench.screenshot('failure')}`);
    throw error;
  } finally {
    await running.close();
  }
}
