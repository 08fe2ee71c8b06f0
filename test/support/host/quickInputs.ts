import assert from 'node:assert/strict';
import { commands, type InputBoxOptions, type QuickPick, type QuickPickItem, type QuickPickOptions } from 'vscode';
import { flushUi } from '../../../src/host/ui/liveQuickPick.ts';
import { inBrowser } from '../../browser/pages/browserBridge.ts';
import { waitUntilTrue } from './waitUntilTrue.ts';
import { replaceInWindow } from './windowMember.ts';

/** A quick pick or an input box that VS Code shows, filled and ready for keys. */
export interface OpenInput {
  readonly title: string;
  /** The step in the title, for example `1/2` of "Choose a room (1/2)"; only where the input has steps. */
  readonly step: string;
  /** The texts of the rows: label, description and detail, without icons. */
  readonly rows: readonly string[];
  /** The label of the row that Enter would have chosen when the input opened. */
  readonly active: string;
  /** Moves to a row by its label and presses Enter. */
  choose(label: string): Promise<void>;
  /** Types a text and returns the validation message. */
  type(text: string): Promise<string | undefined>;
  accept(): Promise<void>;
}

/** Delivers each value once and in order, whether it arrives before or after the request for it. */
class Queue<T> {
  readonly #values: T[] = [];
  readonly #waiting: ((value: T) => void)[] = [];

  put(value: T): void {
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#values.push(value);
    else waiting(value);
  }

  take(): Promise<T> {
    const value = this.#values.shift();
    return value === undefined ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve(value);
  }
}

const plain = (text: string): string => text.replace(/\$\([\w~-]+\) ?/g, '');
const rowText = ({ label, description, detail }: QuickPickItem): string =>
  plain([label, description, detail].filter(Boolean).join(' | '));
const accept = async (): Promise<void> => {
  await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
};

function openPicker(picker: QuickPick<QuickPickItem>): OpenInput {
  let isHidden = false;
  /** The label of the row that an Enter has reached. */
  let accepted = '';
  picker.onDidHide(() => {
    isHidden = true;
  });
  picker.onDidAccept(() => {
    accepted = picker.selectedItems[0]?.label ?? '';
  });
  return {
    title: picker.title ?? '',
    step: `${picker.step}/${picker.totalSteps}`,
    rows: picker.items.map(rowText),
    active: plain(picker.activeItems[0]?.label ?? ''),
    async choose(label) {
      // The number of warnings is behind the words of a row.
      const find = (): QuickPickItem | undefined =>
        picker.items.find((item) => [label, `${label} · 1 warning`].includes(plain(item.label)));
      // More rows may follow, as after a sign-in.
      await waitUntilTrue(`"${label}" comes`, () => find() !== undefined || !picker.busy);
      for (let row = find(); ; row = find()) {
        assert.ok(row, `"${label}" is not among: ${picker.items.map(rowText).join(', ')}`);
        if (picker.activeItems[0] !== row) picker.activeItems = [row];
        // Rows that are replaced meanwhile make another one active, and an Enter on its way chooses nothing: a person sees
        // that, and moves and presses again.
        const { items } = picker;
        await flushUi();
        if (picker.items !== items || picker.activeItems[0] !== row) continue;
        accepted = '';
        await accept();
        await flushUi();
        // Rows that were set again meanwhile are other objects.
        if (isHidden || accepted === row.label) return;
      }
    },
    type: () => assert.fail('typing into lists is for the browser tests'),
    accept,
  };
}

type Rows = readonly QuickPickItem[] | Promise<readonly QuickPickItem[]>;

/** Watches the inputs that Roomside opens. VS Code shows them, and its commands and keys answer them. */
export class QuickInputs {
  readonly #open = new Queue<OpenInput>();
  openedCount = 0;
  /** The quick pick that was opened last. */
  picker: QuickPick<QuickPickItem> | undefined;

  /** The next input that no test has read yet, as soon as it can be answered. */
  next(): Promise<OpenInput> {
    return this.#open.take();
  }

  watch(): readonly (() => void)[] {
    return [
      replaceInWindow('createQuickPick', (original) => () => this.#seePicker(original())),
      replaceInWindow('showQuickPick', (original) => (rows: Rows, options: QuickPickOptions) => {
        this.openedCount += 1;
        const moves = new Queue<QuickPickItem>();
        const onDidSelectItem = (item: QuickPickItem | string): void => moves.put(item as QuickPickItem);
        void Promise.all([rows, moves.take()]).then(([shown, first]) =>
          this.#open.put(shownRows(shown, options, first, moves)),
        );
        return original(rows as Promise<QuickPickItem[]>, { ...options, onDidSelectItem });
      }),
      replaceInWindow('showInputBox', (original) => (options: InputBoxOptions) => {
        this.openedCount += 1;
        const objections = new Queue<{ readonly value: string; readonly objection: string | undefined }>();
        const validateInput = async (value: string): Promise<string | undefined> => {
          const objection = (await options.validateInput?.(value)) as string | undefined;
          objections.put({ value, objection });
          return objection;
        };
        // VS Code validates the initial value when it shows the box.
        void objections.take().then(() => this.#open.put(shownBox(options, objections)));
        return original({ ...options, validateInput });
      }),
    ];
  }

  #seePicker(picker: QuickPick<QuickPickItem>): QuickPick<QuickPickItem> {
    this.openedCount += 1;
    this.picker = picker;
    let isOpen = false;
    const open = (): void => {
      if (!isOpen) this.#open.put(openPicker(picker));
      isOpen = true;
      subscription.dispose();
    };
    const subscription = picker.onDidChangeActive(([active]) => active && open());
    const { show } = picker;
    picker.show = () => {
      show.call(picker);
      // A list without an active row has no such event.
      void flushUi().then(() => picker.items.length > 0 && picker.activeItems.length === 0 && open());
    };
    return picker;
  }
}

function shownRows(
  rows: readonly QuickPickItem[],
  options: QuickPickOptions,
  first: QuickPickItem,
  moves: Queue<QuickPickItem>,
): OpenInput {
  return {
    title: options.title ?? '',
    step: '',
    rows: rows.map(rowText),
    active: plain(first.label),
    async choose(label) {
      for (let active = first; plain(active.label) !== label; active = await moves.take()) {
        await commands.executeCommand('workbench.action.quickOpenSelectNext');
      }
      await accept();
    },
    type: () => assert.fail('typing into lists is for the browser tests'),
    accept,
  };
}

function shownBox(
  options: InputBoxOptions,
  objections: Queue<{ readonly value: string; readonly objection: string | undefined }>,
): OpenInput {
  return {
    title: options.title ?? '',
    step: '',
    rows: [],
    active: '',
    choose: () => assert.fail('a box has no rows'),
    async type(text) {
      await inBrowser('type', text);
      for (;;) {
        const { value, objection } = await objections.take();
        if (value === text) return objection;
      }
    },
    accept,
  };
}

function describePicker({ picker, openedCount }: QuickInputs): string {
  if (picker === undefined) return 'none';
  const { title, busy, enabled, items, activeItems, selectedItems } = picker;
  const labels = [items, activeItems, selectedItems].map((rows) => rows.map(({ label }) => label));
  return JSON.stringify({ title, openedCount, busy, enabled, rows: labels[0], active: labels[1], selected: labels[2] });
}

/** Watches the inputs during each test of a `describe`, and closes what a test leaves open. */
export function useQuickInputs(): () => QuickInputs {
  let current = new QuickInputs();
  let restore: readonly (() => void)[] = [];
  beforeEach(() => {
    current = new QuickInputs();
    restore = current.watch();
  });
  afterEach(async function () {
    // Not yet 'failed' when it runs again.
    if (this.currentTest?.state !== 'passed') console.log(`The last quick pick was ${describePicker(current)}`);
    for (const undo of restore) undo();
    await commands.executeCommand('workbench.action.closeQuickOpen');
  });
  return () => current;
}
