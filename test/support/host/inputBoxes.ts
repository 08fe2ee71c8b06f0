import { commands, type InputBox } from 'vscode';
import { useInWindow } from './windowMember.ts';

/** The input boxes that Roomside creates. VS Code shows them; the tests set their text. */
export class InputBoxes {
  readonly all: InputBox[] = [];
  #waiting: ((box: InputBox) => void) | undefined;

  /** The next box that is created. */
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
  beforeEach(() => {
    current = new InputBoxes();
  });
  useInWindow('createInputBox', (original) => () => current.add(original()));
  return () => current;
}

/** Sets the text of a box and presses Enter. */
export async function paste(box: InputBox, text: string): Promise<void> {
  box.value = text;
  await commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
}
