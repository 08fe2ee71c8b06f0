import { type Location, l10n, type MarkdownString, type TestItem, type TestMessage, window } from 'vscode';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { blockDraft } from './blockDraft.ts';
import type { ShareSource } from './shareSource.ts';

/** Argument of commands in the menu of a test message. */
interface TestMessageArgument {
  readonly test?: TestItem;
  readonly message: TestMessage;
}

/** "Share Test Failure to Room…": the message of a failed test, with expected and actual output. */
export const testFailureSource: ShareSource = async (clicked) => {
  if (!isTestMessage(clicked)) {
    await window.showInformationMessage(
      l10n.t('Open the message of a failed test and run this command from its menu.'),
    );
    return undefined;
  }
  const { test, message } = clicked;
  const { expectedOutput: expected, actualOutput: actual } = message;
  const name = test?.label ?? l10n.t('The test');
  return blockDraft({
    title: l10n.t('Share Test Failure'),
    name,
    message: {
      heading: [test?.label ?? 'Test', 'failed', placeOf(message.location)],
      blocks: [
        { text: terminalText(plain(message.message)), language: '' },
        ...(expected === undefined ? [] : [{ caption: 'expected', text: expected, language: '' }]),
        ...(actual === undefined ? [] : [{ caption: 'actual', text: actual, language: '' }]),
      ],
    },
    fileName: 'test-failure.txt',
  });
};

function isTestMessage(argument: unknown): argument is TestMessageArgument {
  if (typeof argument !== 'object' || argument === null) return false;
  const { message } = argument as { readonly message?: { readonly message?: unknown } | null };
  return typeof message === 'object' && message !== null && message.message !== undefined;
}

function plain(message: string | MarkdownString): string {
  return typeof message === 'string' ? message : message.value;
}

function placeOf(location: Location | undefined): string {
  return location === undefined ? '' : `${sharedPath(location.uri)}:${location.range.start.line + 1}`;
}
