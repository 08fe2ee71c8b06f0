import assert from 'node:assert/strict';

describe('The page of a room', () => {
  // The page is compiled for browsers, apart from the tests.
  const part = (name: string) => import(new URL(`../../../src/webview/reader/${name}.ts`, import.meta.url).href);
  const elements = new Map<string, { textContent?: string; ariaLabel?: string }>();
  const made = (id: string) => ({
    ...{ id, value: '', placeholder: '', textContent: '', hidden: false },
    addEventListener: () => undefined,
    focus: () => undefined,
  });

  before(() => {
    const byId = (id: string) => elements.get(id) ?? elements.set(id, made(id)).get(id);
    Object.assign(globalThis, {
      document: { body: { dataset: { strings: '{"replyTo":"Reply to {0}"}' } }, getElementById: byId },
      acquireVsCodeApi: () => ({ getState: () => ({}), setState: () => undefined, postMessage: () => undefined }),
    });
  });
  after(() => {
    for (const name of ['document', 'acquireVsCodeApi']) Reflect.deleteProperty(globalThis, name);
  });

  it('stays inside a long message when it gets another size', async () => {
    const scroller = { scrollTop: 700, addEventListener: () => undefined, getBoundingClientRect: () => ({ top: 0 }) };
    /** A message at a place in the scroll view. */
    const message = (id: string, at: number, height: number) => ({
      dataset: { id, createdMs: '1' },
      clientHeight: height,
      getBoundingClientRect: () => ({ top: at - scroller.scrollTop, bottom: at + height - scroller.scrollTop }),
      scrollIntoView: () => {
        scroller.scrollTop = at;
      },
    });
    const { ScrollView } = await part('scrollView');
    let articles = [message('a', 0, 100), message('b', 100, 2000)];
    const view = new ScrollView(scroller, () => articles);
    const { anchor } = view;
    articles = [message('a', 0, 200), message('b', 200, 2500)];
    view.restoreScroll(anchor);
    assert.equal(scroller.scrollTop, 800);
    articles = [message('a', 0, 50), message('b', 50, 400), message('c', 450, 1000)];
    view.restoreScroll(anchor);
    assert.equal(scroller.scrollTop, 450);
  });

  it('names whom a reply answers as they are called', async () => {
    const { ReplyField } = await part('replyField');
    const author = "A$$ap $& Bo's";
    const article = { dataset: { id: 'm' }, closest: () => null, querySelector: () => ({ textContent: author }) };
    new ReplyField(() => undefined).reply(article);
    assert.equal(elements.get('replyToText')?.textContent, `Reply to ${author}`);
    assert.equal(elements.get('field')?.ariaLabel, `Reply to ${author}`);
  });

  it('begins what the user asks for while a text is being sent when that has left, and not if it was not sent', async () => {
    const { ReplyField } = await part('replyField');
    let sentCount = 0;
    const onSent = () => {
      sentCount += 1;
    };
    const field = new ReplyField(() => undefined, onSent);
    const article = { dataset: { id: 'm' }, closest: () => null, querySelector: () => ({ textContent: 'Ada' }) };
    const replyTo = elements.get('replyTo') as { readonly hidden: boolean };
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
