import {
  type Command,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
  workspace,
} from 'vscode';
import { type Clock, systemClock } from '../../core/base/clock.ts';
import { type Disposable, MutableDisposable } from '../../core/base/disposable.ts';
import { plainText } from '../../core/base/text/displayText.ts';
import { linkText, showInformationMessage } from '../vscode/notifications.ts';

/** What the status bar item can show, most important first. A message, and Undo, are there for seconds only. */
const kinds = ['message', 'undo', 'expired', 'failed', 'offline', 'rateLimited', 'queued', 'unconfirmed'] as const;

export type StatusKind = (typeof kinds)[number];

export interface StatusContent {
  readonly text: string;
  readonly tooltip: string | MarkdownString;
  /** What a click does, for screen readers, if the tooltip is not a plain text. */
  readonly spoken?: string;
  readonly command?: string | Command;
  readonly isWarning?: boolean;
}

const shownForMs = 10_000;
/** What needs the user has the ground of a warning until it is known. */
const groundMs = 60_000;

/** The item of this window, as soon as there is one: what VS Code itself shows for some seconds stands beside it. */
let shownItem: StatusItem | undefined;

/** The status bar item of Roomside. Shows the most important content, and is hidden when there is none. */
export class StatusItem implements Disposable {
  readonly #contents = new Map<StatusKind, StatusContent>();
  readonly #item = new MutableDisposable<StatusBarItem>();
  readonly #clock: Clock;
  readonly #message = new MutableDisposable<Disposable>();
  /** Runs while the newest warning has its ground. */
  readonly #ground = new MutableDisposable<Disposable>();

  constructor(clock: Clock) {
    this.#clock = clock;
    shownItem = this;
  }

  /** Sets or removes the content of a kind. */
  set(kind: StatusKind, content: StatusContent | undefined): void {
    if (content?.isWarning && this.#contents.get(kind)?.text !== content.text) this.#startGround();
    if (content === undefined) this.#contents.delete(kind);
    else this.#contents.set(kind, content);
    this.#render();
  }

  /** Shows a text for some seconds, before all else. */
  say(text: string): void {
    this.#message.value = this.#clock.startTimer(shownForMs, () => this.set('message', undefined));
    this.set('message', { text, tooltip: '' });
  }

  dispose(): void {
    if (shownItem === this) shownItem = undefined;
    for (const each of [this.#message, this.#ground, this.#item]) each.dispose();
  }

  #startGround(): void {
    this.#ground.value = this.#clock.startTimer(groundMs, () => {
      this.#ground.value = undefined;
      this.#render();
    });
  }

  #render(): void {
    const kind = kinds.find((each) => this.#contents.has(each));
    const content = kind && this.#contents.get(kind);
    if (content === undefined) {
      this.#item.value = undefined;
      return;
    }
    const item = this.#item.value ?? window.createStatusBarItem('roomside.status', StatusBarAlignment.Left);
    item.name = 'Roomside';
    item.text = content.text;
    item.tooltip = content.tooltip;
    item.command = content.command;
    // VS Code keeps the first name of an item, whatever it shows later.
    item.accessibilityInformation = { label: spokenText(content) };
    const hasGround = content.isWarning === true && this.#ground.value !== undefined;
    item.backgroundColor = hasGround ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
    this.#item.value = item;
  }
}

/** The texts without icons. */
function spokenText({ text, tooltip, spoken }: StatusContent): string {
  const words = text
    .replace(/\$\([^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const action = spoken ?? (typeof tooltip === 'string' ? tooltip : '');
  return [words, action].filter(Boolean).join(', ');
}

/** Shows in the status bar that an action succeeded. */
export function showSuccess(message: string): void {
  say('check', message);
}

/** Shows information in the status bar that needs no answer. */
export function showNotice(message: string): void {
  say('info', message);
}

function say(icon: string, message: string): void {
  const text = `$(${icon}) ${plainText(message)}`;
  if (shownItem === undefined) window.setStatusBarMessage(text, shownForMs);
  else shownItem.say(text);
  speak(message);
}

/** VS Code announces no change of the status bar, only notifications. Extensions know of a screen reader by this setting alone. */
function speak(message: string): void {
  const isSpoken = workspace.getConfiguration('editor').get('accessibilitySupport') === 'on';
  if (isSpoken) void showInformationMessage(message);
}

/**
 * Shows in the status bar item that an action succeeded, with Undo on click, and another command as a link in its hover. A
 * newer message replaces the previous one.
 */
export class UndoableMessage implements Disposable {
  readonly #status: Pick<StatusItem, 'set'>;
  readonly #shown = new MutableDisposable<Disposable & { readonly undo: Command }>();

  constructor(status: Pick<StatusItem, 'set'>) {
    this.#status = status;
  }

  /** What Undo in the status bar would undo now: the argument of its command. */
  get offered(): unknown {
    return this.#shown.value?.undo.arguments?.[0];
  }

  show(message: string, undo: Command, other?: Command): void {
    const text = undo.tooltip ?? undo.title;
    const timer = systemClock.startTimer(shownForMs, () => this.hide());
    this.#shown.value = { undo, dispose: () => timer.dispose() };
    this.#status.set('message', undefined);
    this.#status.set('undo', {
      text: `$(check) ${plainText(message)} $(discard) ${undo.title}`,
      tooltip: other === undefined ? text : withLink(text, other),
      spoken: text,
      command: undo,
    });
    speak(message);
  }

  hide(): void {
    this.#shown.value = undefined;
    this.#status.set('undo', undefined);
  }

  dispose(): void {
    this.hide();
  }
}

/** The text with a link that can run this command and no other. */
function withLink(text: string, link: Command): MarkdownString {
  const tooltip = new MarkdownString();
  tooltip.isTrusted = { enabledCommands: [link.command] };
  tooltip.appendText(text);
  return tooltip.appendMarkdown(`\n\n${linkText(link)}`);
}
