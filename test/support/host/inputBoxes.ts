import { commands, type InputBox } from 'vscode';
import { replaceInWindow } from './windowMember.ts';

/** The input boxes that Roomside makes itself. VS Code shows them; what a person would paste is put in from here. */
export class InputBoxes {
  readonly all: InputBox[] = [];
  #waiting: ((box: InputBox) => void) | undefined;

  /** The next box that is made from now on. */
  next(): Promise<InputBox> {
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  add(box: InputBox): InputBox {
    this.all.push(box);
    const waiting = this.#waiting;
    this.#waiting = undefined;
    waiting?.(box);
    return box;
  }
}

/** Watches the boxes during each test of a `describe`. */
export function useInputBoxes(): () => InputBoxes {
  let current = new InputBoxes();
  let restore: () => void = () => undefined;
  beforeEach(() => {
    current = new InputBoxes();
    restore = replaceInWindow('createInputBox', (original) => () => current.add(original()));
  });
  afterEach(() => restore());
  return () => current;
}

/** Puts a text into a box and presses Enter. */
export async function paste(box: InputBox, text: string): Promise<void> {
  box.value = text;
  await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
