import { byId, element } from '../element.ts';
import type { ToPage } from './protocol.ts';
import { post } from './vscodeApi.ts';

type Answer = Extract<ToPage, { readonly kind: 'people' }>;

/** Longer than a name with its `@`. */
const maxBefore = 100;

/** The people of the room, in a list above the field while a name is typed after `@`. The field keeps the focus. */
export class PeopleList {
  readonly #field: HTMLTextAreaElement;
  readonly #list = byId('people');
  #answer: Answer | undefined;
  #at = 0;

  constructor(field: HTMLTextAreaElement) {
    this.#field = field;
    field.addEventListener('input', () => this.#ask());
    field.addEventListener('blur', () => this.#show(undefined));
    this.#list.addEventListener('mousedown', (event) => {
      // A click must not take the focus from the field.
      event.preventDefault();
      const row = event.target instanceof Element ? event.target.closest('li') : null;
      if (row) this.#insert([...this.#list.children].indexOf(row));
    });
  }

  /** Shows the people for what is typed now. An answer that comes late is ignored. */
  receive(answer: Answer): void {
    if (answer.before === this.#before) this.#show(answer.people.length === 0 ? undefined : answer);
  }

  /** @returns whether the key was for the list */
  onKey({ key, isComposing }: KeyboardEvent): boolean {
    const count = this.#answer?.people.length ?? 0;
    if (count === 0 || isComposing) return false;
    if (key === 'Enter' || key === 'Tab') this.#insert(this.#at);
    else if (key === 'Escape') this.#show(undefined);
    else if (key === 'ArrowDown') this.#mark((this.#at + 1) % count);
    else if (key === 'ArrowUp') this.#mark((this.#at + count - 1) % count);
    else return false;
    return true;
  }

  get #before(): string {
    const { value, selectionStart } = this.#field;
    return value.slice(Math.max(0, selectionStart - maxBefore), selectionStart);
  }

  #ask(): void {
    if (this.#before.includes('@')) post({ kind: 'people', before: this.#before });
    else this.#show(undefined);
  }

  #show(answer: Answer | undefined): void {
    this.#answer = answer;
    this.#list.hidden = answer === undefined;
    const rows = (answer?.people ?? []).map(({ label, detail }, index) =>
      element(
        'li',
        { role: 'option', id: `person${index}` },
        label,
        ' ',
        element('span', { class: 'fileDetail' }, detail),
      ),
    );
    this.#list.replaceChildren(...rows);
    if (answer === undefined) this.#field.removeAttribute('aria-activedescendant');
    else this.#mark(0);
  }

  #mark(at: number): void {
    this.#at = at;
    for (const [index, row] of [...this.#list.children].entries()) row.ariaSelected = String(index === at);
    this.#field.setAttribute('aria-activedescendant', `person${at}`);
    this.#list.children[at]?.scrollIntoView({ block: 'nearest' });
  }

  #insert(at: number): void {
    const text = this.#answer?.people[at]?.text;
    if (text === undefined || this.#answer === undefined) return;
    const { selectionStart } = this.#field;
    this.#field.setSelectionRange(selectionStart - this.#answer.length, selectionStart);
    this.#show(undefined);
    insertText(`${text} `);
  }
}

/** Types a text into the focused field, so that it can be undone. */
export function insertText(text: string): void {
  document.execCommand('insertText', false, text);
}
