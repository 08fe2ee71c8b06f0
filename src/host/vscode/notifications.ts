import {
  type CancellationToken,
  type Command,
  type MessageOptions,
  type Progress,
  type ProgressOptions,
  window,
} from 'vscode';
import { plainText } from '../../core/base/text/displayText.ts';

/** A change of a progress notification. The links follow the message; VS Code renders no other link. */
export interface ProgressStep {
  readonly message?: string;
  readonly increment?: number;
  readonly links?: readonly Command[];
}

type Show = (text: string, ...rest: readonly (string | MessageOptions)[]) => Thenable<string | undefined>;
type ShowName = 'showErrorMessage' | 'showInformationMessage' | 'showWarningMessage';

// VS Code renders links to commands in the text of every notification. File names and texts of the service are in many of
// them, so the whole text is made plain here, and no other file calls these functions of `window`.
const showPlain =
  (name: ShowName): Show =>
  (text, ...rest) =>
    (window[name] as Show)(plainText(text), ...rest);

/** The function of `window` with this name, for plain text. The detail of a modal dialog has no links and keeps its lines. */
export const showErrorMessage = showPlain('showErrorMessage');
export const showInformationMessage = showPlain('showInformationMessage');
export const showWarningMessage = showPlain('showWarningMessage');

/** Asks in a modal dialog. @param action the label of its only button besides Cancel. @returns whether it was pressed */
export async function askBefore(action: string, question: string, detail: string): Promise<boolean> {
  return (await showWarningMessage(question, { modal: true, detail }, action)) === action;
}

/** `window.withProgress`, with a title and messages of plain text. */
export function withProgress<T>(
  options: ProgressOptions,
  work: (progress: Progress<ProgressStep>, token: CancellationToken) => Thenable<T>,
): Promise<T> {
  const { title } = options;
  const shown = title === undefined ? options : { ...options, title: plainText(title) };
  const showing = window.withProgress<T>(shown, (progress, token) => {
    const report = ({ message = '', increment, links = [] }: ProgressStep): void => {
      const text = [plainText(message), links.map(linkText).join(' · ')].filter(Boolean).join(' ');
      progress.report({ ...(text && { message: text }), ...(increment !== undefined && { increment }) });
    };
    return work({ report }, token);
  });
  return Promise.resolve(showing);
}

/** A link in Markdown, and in a notification, that runs this command. */
export function linkText({ title, command, arguments: values = [] }: Command): string {
  return `[${title}](command:${command}?${encodeURIComponent(JSON.stringify(values))})`;
}
