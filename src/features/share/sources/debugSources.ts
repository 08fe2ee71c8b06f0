import {
  DebugStackFrame,
  debug,
  Location,
  l10n,
  type MarkdownString,
  type TestItem,
  type TestMessage,
  Uri,
} from 'vscode';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { type ShareSource, shareableBlocks, showNothingToShare } from './shareSource.ts';

/** Argument of commands in the menu of a test message. */
interface TestMessageArgument {
  readonly test?: Pick<TestItem, 'label'>;
  readonly message: TestMessage;
}

/** "Share Test Failure to Room…": the message of a failed test, with expected and actual output. */
export const testFailureSource: ShareSource = async (clicked) => {
  if (!isTestMessage(clicked)) {
    return showNothingToShare(l10n.t('Open the message of a failed test and run this command from its menu.'));
  }
  const { test, message } = clicked;
  const { expectedOutput: expected, actualOutput: actual } = message;
  const name = test?.label ?? l10n.t('Test failure');
  return shareableBlocks({
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
  const { test, message } = (argument ?? {}) as Partial<TestMessageArgument>;
  const text = message?.message;
  const parts: readonly unknown[] = [message?.expectedOutput ?? '', message?.actualOutput ?? '', test?.label ?? ''];
  return (
    (typeof text === 'string' || typeof text?.value === 'string') && parts.every((part) => typeof part === 'string')
  );
}

function plain(message: string | MarkdownString): string {
  return typeof message === 'string' ? message : message.value;
}

function testPlace(location: unknown): string {
  if (!(location instanceof Location)) return '';
  return `${sharedPath(location.uri)}:${location.range.start.line + 1}`;
}

// Arguments of commands in the menus of the Debug views: VS Code objects with terms of the Debug Adapter Protocol.
interface VariableArgument {
  /** What a variable belongs to. A watch expression has none. */
  readonly container?: unknown;
  readonly variable: { readonly name: string; readonly value: string; readonly type?: unknown };
}

interface FrameArgument {
  readonly frameName: string;
  readonly frameLocation?: {
    readonly range?: { readonly startLineNumber?: unknown } | null;
    readonly source?: { readonly path?: unknown; readonly name?: unknown } | null;
  } | null;
}

/** "Share Value to Room…": a variable or a watch expression as the debugger shows it, without evaluation. */
export const debugValueSource: ShareSource = async (clicked) => {
  if (!isVariable(clicked)) return showWhereToRun();
  const { name, value } = clicked.variable;
  const type = textOf(clicked.variable.type);
  if (value === '' || isUnavailable(clicked)) {
    const shown = displayTitle(name);
    return showNothingToShare(
      l10n.t('{0} has no value to share. Pause the program where the debugger shows one.', shown),
    );
  }
  return shareableBlocks({
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
  return shareableBlocks({
    title: l10n.t('Share Stack Frame'),
    name,
    message: { heading: [name, 'stack frame'], blocks: [{ text, language: '' }] },
    fileName: 'stack-frame.txt',
  });
};

function showWhereToRun(): Promise<undefined> {
  return showNothingToShare(
    l10n.t('Run this command from the menu of a variable, a watch expression or a stack frame while debugging.'),
  );
}

function isVariable(argument: unknown): argument is VariableArgument {
  const { variable } = (argument ?? {}) as {
    readonly variable?: { readonly name?: unknown; readonly value?: unknown } | null;
  };
  return typeof variable?.name === 'string' && typeof variable.value === 'string';
}

/**
 * Whether an expression has no value: VS Code then writes so in its own language in place of the value. It evaluates
 * expressions in the stack frame that is selected, and in no other place.
 */
function isUnavailable({ container }: VariableArgument): boolean {
  return container === undefined && !(debug.activeStackItem instanceof DebugStackFrame);
}

function isFrame(argument: unknown): argument is FrameArgument {
  return typeof (argument as { readonly frameName?: unknown } | null | undefined)?.frameName === 'string';
}

function framePlace({ frameLocation }: FrameArgument): string {
  const [path, name] = [textOf(frameLocation?.source?.path), textOf(frameLocation?.source?.name)];
  const shown = path === '' ? name : sharedPath(sourceUri(path));
  const line = frameLocation?.range?.startLineNumber;
  return shown === '' || typeof line !== 'number' ? shown : `${shown}:${line}`;
}

/** In a remote window VS Code writes the URI of a source in place of its path. */
function sourceUri(path: string): Uri {
  return /^[a-z][\w+.-]+:\/\//i.test(path) ? Uri.parse(path) : Uri.file(path);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
