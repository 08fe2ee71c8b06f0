import { l10n, Uri, window } from 'vscode';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { blockDraft } from './blockDraft.ts';
import type { ShareSource } from './shareSource.ts';

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
  const text = [name, placeOf(frame)].filter((part) => part !== '').join(' at ');
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

function placeOf({ frameLocation }: FrameArgument): string {
  const { path, name } = frameLocation?.source ?? {};
  const shown = path === undefined ? (name ?? '') : sharedPath(Uri.file(path));
  const line = frameLocation?.range?.startLineNumber;
  return shown === '' || line === undefined ? shown : `${shown}:${line}`;
}
