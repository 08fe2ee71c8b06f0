import assert from 'node:assert/strict';

describe('The page of a room', () => {
  // The page is compiled for browsers, apart from the tests.
  const part = (name: string) => import(new URL(`../../../src/webview/reader/${name}.ts`, import.meta.url).href);
  const elements = new Map<string, ReturnType<typeof made>>();
  const typed: string[] = [];
  const made = (id: string) => ({
    ...{ id, value: '', placeholder: '', textContent: '', ariaLabel: '', hidden: false, selectionStart: 0 },
    listeners: [] as ((event: object) => void)[],
    addEventListener(kind: string, listener: (event: object) => void) {
      if (kind === 'keydown') this.listeners.push(listener);
    },
    focus: () => undefined,
  });
  const modifiers = { ctrlKey: false, metaKey: false, altKey: false, isComposing: false };
  /** @returns what VS Code and the field do not get to see of it */
  const pressInField = (key: string): readonly string[] => {
    const kept: string[] = [];
    const note = (what: string) => () => void kept.push(what);
    const event = { key, ...modifiers, stopPropagation: note('stopped'), preventDefault: note('prevented') };
    for (const listener of elements.get('field')?.listeners ?? [])
      listener({ ...event, getModifierState: () => false });
    return kept;
  };

  before(() => {
    const byId = (id: string) => elements.get(id) ?? elements.set(id, made(id)).get(id);
    Object.assign(globalThis, {
      document: {
        body: { dataset: { strings: '{"replyTo":"Reply to {0}","control":"Strg"}' } },
        getElementById: byId,
        execCommand: (_command: string, _hasUi: boolean, text: string) => void typed.push(text),
      },
      acquireVsCodeApi: () => ({ getState: () => ({}), setState: () => undefined, postMessage: () => undefined }),
    });
  });
  beforeEach(() => elements.clear());
  after(() => {
    for (const name of ['document', 'window', 'acquireVsCodeApi']) Reflect.deleteProperty(globalThis, name);
  });

  /** A scroll view with these messages, each with a place and a height. As in a browser, it scrolls by whole pixels. */
  const scrollView = async (scrolledTo: number, ...places: (readonly [id: string, at: number, height: number])[]) => {
    const scrolled: (() => void)[] = [];
    const scroller = {
      get scrollTop() {
        return scrolledTo;
      },
      set scrollTop(pixels) {
        scrolledTo = Math.min(Math.floor(pixels), 4400);
        for (const listener of scrolled) listener();
      },
      addEventListener: (kind: string, listener: () => void) => void (kind === 'scroll' && scrolled.push(listener)),
      scrollHeight: 5000,
      clientHeight: 600,
      getBoundingClientRect: () => ({ top: 0 }),
    };
    const { ScrollView } = await part('scrollView');
    const articles = (): readonly object[] =>
      places.map(([id, at, height]) => ({
        dataset: { id, createdMs: '1' },
        clientHeight: height,
        contains: () => false,
        getBoundingClientRect: () => ({ top: at - scrolledTo, bottom: at + height - scrolledTo }),
        focus: () => undefined,
        // Leaves room above it, as for a message below the name of the one before.
        scrollIntoView: ({ block }: { readonly block: string }) => {
          if (block !== 'nearest') scrolledTo = at - 20;
        },
      }));
    const change = (...changed: typeof places) => {
      places = changed;
    };
    return { scroller, view: new ScrollView(scroller, articles), change };
  };

  it('stays inside a long message when it gets another size', async () => {
    const { scroller, view, change } = await scrollView(700, ['a', 0, 100], ['b', 100.6, 2000]);
    const { anchor } = view;
    change(['a', 0, 200], ['b', 200.6, 2500]);
    view.restoreScroll(anchor);
    assert.equal(scroller.scrollTop, 800);
    change(['a', 0, 50], ['b', 50, 400], ['c', 450, 1000]);
    view.restoreScroll(anchor);
    assert.equal(scroller.scrollTop, 450);
  });

  it('is shown again where it was, also after the image there has come, until the user scrolls', async () => {
    const { scroller, view, change } = await scrollView(0, ['a', 0.4, 100], ['b', 100.4, 30], ['c', 130.4, 5000]);
    const anchor = { id: 'b', createdMs: 1, above: 150.3 };
    view.place(anchor);
    assert.deepEqual([scroller.scrollTop, view.anchor], [130, anchor]);
    view.keepPosition(false, () => change(['a', 0.4, 100], ['b', 100.4, 330], ['c', 430.4, 5000]));
    assert.deepEqual([scroller.scrollTop, view.anchor], [251, anchor]);
    scroller.scrollTop = 500;
    view.keepPosition(false, () => change(['a', 0.4, 200], ['b', 200.4, 330], ['c', 530.4, 5000]));
    assert.equal(scroller.scrollTop, 600);
  });

  it('is at its end where it was placed there, once the user has scrolled back or moved to it', async () => {
    const { scroller, view } = await scrollView(0, ['a', 0, 4700], ['b', 4700, 300]);
    view.place({ id: 'b', createdMs: 1, above: 0 });
    assert.deepEqual([scroller.scrollTop, view.isAtBottom], [4400, false]);
    scroller.scrollTop = 3000;
    scroller.scrollTop = 5000;
    assert.equal(view.isAtBottom, true);
    view.place({ id: 'b', createdMs: 1, above: 0 });
    view.moveFocus(Number.POSITIVE_INFINITY);
    assert.deepEqual([scroller.scrollTop, view.isAtBottom], [4400, true]);
  });

  it('names whom a reply answers as they are called', async () => {
    const { ReplyField } = await part('replyField');
    const author = "A$$ap $& Bo's";
    const article = { dataset: { id: 'm' }, closest: () => null, querySelector: () => ({ textContent: author }) };
    new ReplyField(() => undefined).reply(article);
    assert.equal(elements.get('replyToText')?.textContent, `Reply to ${author}`);
    assert.equal(elements.get('field')?.ariaLabel, `Reply to ${author}`);
  });

  it('shows the first words of what is answered above the field, until the reply is left', async () => {
    const { ReplyField } = await part('replyField');
    const words = 'Which rounding is right? '.repeat(20);
    const texts: Readonly<Record<string, string>> = { '.author': 'Priya', '.body p, .body li': words };
    const found = (selector: string) => ({ textContent: texts[selector] });
    const field = new ReplyField(() => undefined);
    field.reply({ dataset: { id: 'm' }, closest: () => null, querySelector: found });
    assert.equal(elements.get('replyTo')?.hidden, false);
    assert.equal(elements.get('replyToLine')?.textContent, words.slice(0, 200));
    field.write();
    assert.deepEqual([elements.get('replyTo')?.hidden, elements.get('replyToLine')?.textContent], [true, '']);
  });

  it('edits the last own message with Up in the empty field only', async () => {
    const { ReplyField } = await part('replyField');
    let editCount = 0;
    const field = new ReplyField(
      () => undefined,
      undefined,
      () => {
        editCount += 1;
      },
    );
    field.element.value = 'a text';
    pressInField('ArrowUp');
    assert.equal(editCount, 0);
    field.element.value = '';
    assert.deepEqual(pressInField('ArrowUp'), ['stopped']);
    assert.equal(editCount, 1);
  });

  it('begins a line of code as the one before, and no other', async () => {
    const { ReplyField } = await part('replyField');
    const { element } = new ReplyField(() => undefined);
    const enterAfter = (text: string): readonly string[] => {
      typed.length = 0;
      Object.assign(element, { value: `${text} and more`, selectionStart: text.length });
      return [...pressInField('Enter'), ...typed];
    };
    assert.deepEqual(enterAfter('```ts\n\t  let a;'), ['stopped', 'prevented', '\n\t  ']);
    assert.deepEqual(enterAfter('```ts\nlet a;'), ['stopped']);
    assert.deepEqual(enterAfter('```ts\n  let a;\n```\n  words'), ['stopped']);
  });

  it('names the keys of the computer it is on, in the language of the window', async () => {
    elements.set('field', { ...made('field'), placeholder: 'An $& schreiben · {1} sendet' });
    const { ReplyField } = await part('replyField');
    assert.equal(new ReplyField(() => undefined).element.placeholder, 'An $& schreiben · Strg+Enter sendet');
  });

  it('says that nothing is unread in answer to the key for it', async () => {
    Object.assign(globalThis, { window: { addEventListener: () => undefined } });
    const { runAction } = await part('pageActions');
    const answers = [true, false].map((isUnread) =>
      runAction({ kind: 'run', action: 'firstUnread', messageId: 'm' }, { feed: { showUnread: () => isUnread } }),
    );
    assert.deepEqual(answers, [true, false]);
  });

  it('finds the first new message of a thread, which is a reply where the rest is known', async () => {
    const { firstUnread } = await part('threadElement');
    const article = (id: string, createdMs: number, own?: string) => ({
      dataset: { id, createdMs: `${createdMs}`, own },
    });
    const articles = [article('read', 1), article('mine', 5, ''), article('new', 6), article('newer', 7)];
    assert.equal(firstUnread({ articles }, 3)?.dataset.id, 'new');
    assert.equal(firstUnread({ articles }, 0)?.dataset.id, 'read');
    assert.equal(firstUnread({ articles }, 7), undefined);
  });

  it('begins what the user asks for while a text is being sent when that has left, and not if it was not sent', async () => {
    const { ReplyField } = await part('replyField');
    let sentCount = 0;
    const onSent = () => {
      sentCount += 1;
    };
    const field = new ReplyField(() => undefined, onSent);
    const article = { dataset: { id: 'm' }, closest: () => null, querySelector: () => ({ textContent: 'Ada' }) };
    const replyTo = elements.get('replyTo');
    assert.ok(replyTo);
    for (const [failure, isReply] of [
      ['Not sent', false],
      [undefined, true],
    ]) {
      field.element.value = 'first';
      field.send();
      field.reply(article);
      assert.equal(replyTo.hidden, true, 'the text that is being sent answers nothing');
      field.receive({ kind: 'taken', text: 'first', failure });
      assert.deepEqual([field.element.value, !replyTo.hidden], [isReply ? '' : 'first', isReply]);
      assert.equal(sentCount, isReply ? 1 : 0);
    }
  });
});
