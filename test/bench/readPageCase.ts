import { Reader } from '../browser/pages/reader.ts';
import { startSandbox } from '../support/harness/sandboxProcess.ts';
import { startWorkbench } from '../support/harness/startWorkbench.ts';
import { projectText } from '../unit/project/projectFiles.ts';
import type { ReadRow } from './readCase.ts';

const messageCount = 10_000;
const code = projectText('src/core/messages/roomFeed.ts').split('\n');

/** Realistic messages: usually a sentence, and twenty lines of code in every fifth one. */
const texts = Array.from({ length: 50 }, (_, at) => {
  const block = `\n\n\`\`\`ts\n${code.slice(at * 2, at * 2 + 20).join('\n')}\n\`\`\``;
  return `Number **${at}**: see [the guide](<https://example.com/${at}>).${at % 5 === 0 ? block : ''}`;
});

/** Reads a long room in the real VS Code from the newest to the oldest message, and measures the page before and after. */
export async function runReadPageCase(report: (line: string) => void): Promise<readonly ReadRow[]> {
  await using opened = new AsyncDisposableStack();
  const sandbox = await startSandbox();
  opened.defer(() => sandbox.close());
  report('read: opening VS Code');
  const { workbench, close } = await startWorkbench({ extension: 'checkout', environment: sandbox.environment });
  opened.defer(close);
  const { ids } = (await sandbox.control('POST', 'rooms', { count: 1, titlePrefix: 'Long' })) as { ids: string[] };
  await sandbox.control('POST', 'messages', { roomId: ids[0], count: messageCount, markdown: texts });
  const reader = new Reader(workbench.page);
  await workbench.roomsView.open();
  await workbench.signInThroughSandbox('approve');
  await workbench.roomsView.expectRoom('Long 1');
  await workbench.roomsView.inlineAction('Long 1', 'Read Room');
  await reader.messages.nth(texts.length - 1).waitFor();
  const before = await reader.weigh();
  report(`read: scrolling through ${messageCount} messages`);
  await reader.scrollUntilSeen('top', reader.frame.locator('.top', { hasText: 'Beginning of the conversation' }));
  const after = await reader.weigh();
  const row = (what: string, unit: ReadRow['unit'], value: number): ReadRow => ({
    ...{ case: 'read', what, unit, value, worst: value },
  });
  return [
    row('window with 50 messages, heap', 'MB', before.heapMb),
    row(`the same after ${messageCount} scrolled through`, 'MB', after.heapMb),
    row('messages in the page then', '', after.messages),
    row('elements in the page then', '', after.elements),
  ];
}
