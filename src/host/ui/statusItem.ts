import { StatusBarAlignment, type StatusBarItem, ThemeColor, window } from 'vscode';
import { type Disposable, MutableDisposable } from '../../core/base/disposable.ts';

/** What the status bar item can show, most important first. */
const kinds = ['expired', 'rateLimited', 'offline', 'queued', 'unconfirmed'] as const;
export type StatusKind = (typeof kinds)[number];

export interface StatusContent {
  readonly text: string;
  readonly tooltip: string;
  /** The command that a click runs. */
  readonly command: string;
  readonly isWarning?: boolean;
}

/** The status bar item of Roomside. Shows the most important content, and is hidden when there is none. */
export class StatusItem implements Disposable {
  readonly #contents = new Map<StatusKind, StatusContent>();
  readonly #item = new MutableDisposable<StatusBarItem>();

  /** Sets or removes the content of a kind. */
  set(kind: StatusKind, content: StatusContent | undefined): void {
    if (content === undefined) this.#contents.delete(kind);
    else this.#contents.set(kind, content);
    this.#render();
  }

  dispose(): void {
    this.#item.dispose();
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
    item.backgroundColor = content.isWarning ? new ThemeColor('statusBarItem.warningBackground') : undefined;
    item.show();
    this.#item.value = item;
  }
}
