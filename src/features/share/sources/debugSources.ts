import { type Location, l10n, type MarkdownString, type TestItem, type TestMessage, Uri, window } from 'vscode';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { blockDraft, type ShareSource } from './shareSource.ts';

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
      heading: [test?.label ?? 'Test', 'failed', testPlace(message.location)],
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

function testPlace(location: Location | undefined): string {
  return location === undefined ? '' : `${sharedPath(location.uri)}:${location.range.start.line + 1}`;
}

// Arguments of commands in the menus of the Debug views: VS Code objects with terms of the Debug Adapter Protocol.
interface VariableArgument {
  readonly variable: { readonly name: string; readonly value: string; readonly type?: string };
}

interface FrameArgument {
  readonly frameName: string;
  readonly frameLocation?: {
    readonly range?: { readonly startLineNumber?: number };
    readonly source?: { readonly path?: string; readonly name?: string };
  };
}

/** "Share Value to Room…": a variable as the debugger shows it, without evaluation. */
export const debugValueSource: ShareSource = async (clicked) => {
  if (!isVariable(clicked)) return showWhereToRun();
  const { name, value, type = '' } = clicked.variable;
  return blockDraft({
    title: l10n.t('Share Value'),
    name,
    message: { heading: [name, type, 'debugger'], blocks: [{ text: value, language: '' }] },
    fileName: 'value.txt',
  });
};

/** "Share Stack Frame to Room…": a frame of the call stack, by name and position. */
export const stackFrameSource: ShareSource = async (...args) => {
  const frame = args.find(isFrame);
  if (frame === undefined) return showWhereToRun();
  const { frameName: name } = frame;
  const text = [name, framePlace(frame)].filter((part) => part !== '').join(' at ');
  return blockDraft({
    title: l10n.t('Share Stack Frame'),
    name,
    message: { heading: [name, 'stack frame'], blocks: [{ text, language: '' }] },
    fileName: 'stack-frame.txt',
  });
};

async function showWhereToRun(): Promise<undefined> {
  await window.showInformationMessage(
    l10n.t('Run this command from the menu of a variable or stack frame while debugging.'),
  );
}

function isVariable(argument: unknown): argument is VariableArgument {
  const { variable } = (argument ?? {}) as {
    readonly variable?: { readonly name?: unknown; readonly value?: unknown };
  };
  return typeof variable?.name === 'string' && typeof variable.value === 'string';
}

function isFrame(argument: unknown): argument is FrameArgument {
  return typeof (argument as { readonly frameName?: unknown } | null | undefined)?.frameName === 'string';
}

function framePlace({ frameLocation }: FrameArgument): string {
  const { path, name } = frameLocation?.source ?? {};
  const shown = path === undefined ? (name ?? '') : sharedPath(Uri.file(path));
  const line = frameLocation?.range?.startLineNumber;
  return shown === '' || line === undefined ? shown : `${shown}:${line}`;
}
