import { debug, Location, l10n } from 'vscode';
import { fieldsOf } from '../../../core/base/json.ts';
import { displayTitle } from '../../../core/base/text/displayText.ts';
import { terminalText } from '../../../core/snippet/terminalText.ts';
import { sharedPath } from '../../../host/vscode/workspaceFiles.ts';
import { type ShareSource, shareableBlocks, showNothingToShare } from './shareSource.ts';

// Arguments of commands in menus: VS Code objects, with terms of the Debug Adapter Protocol in those of the Debug views.

/** "Share Test Failure to Room…": the message of a failed test, with expected and actual output. */
export const testFailureSource: ShareSource = async ([clicked]) => {
  const { test, message } = fieldsOf(clicked);
  const { message: failure, expectedOutput, actualOutput, location } = fieldsOf(message);
  const text = stringOf(failure) ?? stringOf(fieldsOf(failure).value);
  if (text === undefined) {
    return showNothingToShare(l10n.t('Open the message of a failed test and run this command from its menu.'));
  }
  const label = stringOf(fieldsOf(test).label);
  const place = location instanceof Location ? `${sharedPath(location.uri)}:${location.range.start.line + 1}` : '';
  const output = (caption: string, value: unknown) =>
    typeof value === 'string' ? [{ caption, text: value, language: '' }] : [];
  return shareableBlocks({
    name: label ?? l10n.t('Test failure'),
    heading: [label ?? 'Test', 'failed', place],
    blocks: [
      { text: await terminalText(text), language: '' },
      ...output('expected', expectedOutput),
      ...output('actual', actualOutput),
    ],
    fileName: 'test-failure.txt',
  });
};

/** "Share Value to Room…": a variable or a watch expression as the debugger shows it, without evaluation. */
export const debugValueSource: ShareSource = async ([clicked]) => {
  const { variable, container } = fieldsOf(clicked);
  const { name, value, type } = fieldsOf(variable);
  if (typeof name !== 'string' || typeof value !== 'string')
    return showNothingToShare(
      l10n.t('Run this command from the menu of a variable or a watch expression while debugging.'),
    );
  if (value === '' || isUnavailable(container)) {
    const shown = displayTitle(name);
    return showNothingToShare(
      l10n.t('{0} has no value to share. Pause the program where the debugger shows one.', shown),
    );
  }
  return shareableBlocks({
    name,
    heading: [name, stringOf(type) ?? '', 'debugger'],
    blocks: [{ text: value, language: '' }],
    fileName: 'value.txt',
  });
};

/**
 * Whether an expression has no value: VS Code then writes so in its own language in place of the value. It evaluates
 * expressions in the stack frame that is selected, and in no other place.
 * @param container what a variable belongs to. A watch expression has none
 */
function isUnavailable(container: unknown): boolean {
  return container === undefined && fieldsOf(debug.activeStackItem).frameId === undefined;
}

function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
