import { replaceInWindow } from './windowMember.ts';

/** A notification or modal dialog, as Roomside asked for it. */
export interface ShownMessage {
  readonly kind: 'information' | 'warning' | 'error';
  readonly text: string;
  readonly isModal: boolean;
  /** The detail of a modal dialog. */
  readonly detail: string | undefined;
  readonly buttons: readonly string[];
  /** Presses a button, or closes the message. */
  answer(button?: string): void;
}

type Show = (text: string, ...rest: readonly unknown[]) => Promise<string | undefined>;

/** The messages that Roomside shows during a test, in order. */
export class ShownMessages {
  readonly all: ShownMessage[] = [];
  #taken = 0;
  #waiting: ((message: ShownMessage) => void) | undefined;

  /** The next message that the test has not read yet. */
  next(): Promise<ShownMessage> {
    const message = this.all[this.#taken];
    this.#taken += 1;
    if (message !== undefined) return Promise.resolve(message);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  /** Replaces a function of VS Code. Like a notification, a message stays until it is answered. */
  shower(kind: ShownMessage['kind']): Show {
    return (text, ...rest) => {
      const [first] = rest;
      const options =
        typeof first === 'object' ? (first as { readonly modal?: boolean; readonly detail?: string }) : undefined;
      const buttons = rest.filter((item) => typeof item === 'string');
      return new Promise((resolve) => {
        const { modal: isModal = false, detail } = options ?? {};
        this.#add({ kind, text, buttons, isModal, detail, answer: (button) => resolve(button) });
      });
    };
  }

  #add(message: ShownMessage): void {
    this.all.push(message);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(message);
  }
}

/**
 * Replaces VS Code's messages during each test of a `describe`: VS Code hides notifications from tests and refuses
 * modal dialogs.
 */
export function useMessages(): () => ShownMessages {
  let current = new ShownMessages();
  let restore: readonly (() => void)[] = [];
  beforeEach(() => {
    current = new ShownMessages();
    restore = [
      replaceInWindow('showInformationMessage', () => current.shower('information')),
      replaceInWindow('showWarningMessage', () => current.shower('warning')),
      replaceInWindow('showErrorMessage', () => current.shower('error')),
    ];
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.log(`The messages were ${JSON.stringify(current.all)}`);
    for (const undo of restore) undo();
    for (const message of current.all) message.answer();
  });
  return () => current;
}
