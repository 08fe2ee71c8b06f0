import assert from 'node:assert/strict';
import type { ShownShare } from '../../../../src/features/share/step.ts';
import type { ToMessagePage } from '../../../../src/webview/messagePage/protocol.ts';
import { Uri, useInWindow, waitUntilTrue, workspace } from '../../../support/fakes/fakeWindow.ts';
import { ManualClock } from '../../../support/fakes/manualClock.ts';
import { RecordingLog } from '../../../support/fakes/recordingLog.ts';
import { withVscode } from '../../../support/fakes/withVscode.ts';

const { MessagePreview } = await withVscode(
  () => import('../../../../src/features/share/confirmation/messagePreview.ts'),
);

interface FakeTab {
  readonly name: string;
  readonly input: object;
  readonly onClose?: () => void;
}

const messages = [{ name: 'a.ts', content: { kind: 'text', markdown: 'hello' } }];
const share = {
  step: { shareable: {}, room: { title: 'Design' }, secrets: {} },
  mode: {},
  proposal: { messages, risks: [], secretTexts: [], riskWarnings: [], notSearched: '' },
} as unknown as ShownShare;
const unexpected = (): void => assert.fail();
const options = { isExact: false, audience: '', coveredPx: 0, onEscape: unexpected, onClose: unexpected };

describe('The page of a confirmation', () => {
  const limitMs = 2000;
  let tabs: FakeTab[] = [];
  /** The tab that covers the others. */
  let front: string | undefined;
  let answer: (value: object) => void = () => assert.fail('no page is open');
  let noteTabs: (event: { readonly closed: readonly FakeTab[] }) => void = () => undefined;
  let shownId = 0;
  let focusCount = 0;

  const open = (tab: FakeTab): void => {
    tabs.push(tab);
    front = tab.name;
  };
  const close = (tab: FakeTab): void => {
    tabs = tabs.filter((each) => each !== tab);
    // That which was opened first, and not that which was seen last.
    if (front === tab.name) front = tabs[0]?.name;
    tab.onClose?.();
    noteTabs({ closed: [tab] });
  };
  const createPage = (viewType: string): object => {
    let onDispose = (): void => undefined;
    const tab = { name: 'page', input: { viewType }, onClose: () => onDispose() };
    open(tab);
    const webview = {
      asWebviewUri: (uri: unknown) => uri,
      onDidReceiveMessage: (listener: typeof answer) => {
        answer = listener;
      },
      postMessage: async (message: ToMessagePage) => {
        if (message.kind === 'show') shownId = message.id;
      },
    };
    return {
      webview,
      onDidDispose: (listener: () => void) => {
        onDispose = listener;
      },
      dispose: () => tabs.includes(tab) && close(tab),
      reveal: (_: unknown, isFocusKept: boolean) => {
        front = tab.name;
        focusCount += isFocusKept ? 0 : 1;
      },
    };
  };
  const draw = (): void => {
    answer({ kind: 'ready' });
    answer({ kind: 'drawn', id: shownId });
  };
  const restorePages = useInWindow('createWebviewPanel', () => createPage);
  useInWindow('showTextDocument', () => async (uri: unknown) => open({ name: 'text', input: { uri } }));
  useInWindow('tabGroups', () => ({
    get all() {
      return [{ tabs }];
    },
    onDidChangeTabs: (listener: typeof noteTabs) => {
      noteTabs = listener;
      return { dispose: () => undefined };
    },
    close: async (closed: readonly FakeTab[]) => closed.forEach(close),
  }));

  const { registerTextDocumentContentProvider } = workspace;
  before(() => Object.assign(workspace, { registerTextDocumentContentProvider: () => ({ dispose: () => undefined }) }));
  after(() => Object.assign(workspace, { registerTextDocumentContentProvider }));

  /** Shows the share beside an editor that was there. */
  function begin(given: Partial<typeof options> = {}) {
    [tabs, front, focusCount] = [[], undefined, 0];
    open({ name: 'code', input: {} });
    const clock = new ManualClock(0);
    const preview = new MessagePreview({ extensionUri: Uri.file('/extension'), clock, log: new RecordingLog() });
    const shown = preview.show(share, { ...options, ...given });
    const isOpen = (name: string) => waitUntilTrue(`${name} is shown`, () => front === name);
    return { preview, clock, shown, isOpen };
  }

  async function beginLate() {
    const began = begin();
    await began.isOpen('page');
    began.clock.advance(limitMs);
    await began.shown;
    assert.equal(front, 'text');
    return began;
  }

  it('is all that is shown when it draws in time', async () => {
    const { preview, clock, shown, isOpen } = begin();
    await isOpen('page');
    clock.advance(limitMs - 1);
    draw();
    await shown;
    assert.equal(front, 'page');
    assert.equal(preview.focus(assert.fail), true);
    assert.equal(focusCount, 1);
    await preview.hide();
    assert.deepEqual(front, 'code');
  });

  it('takes the place of the exact text when it draws late, and has no focus before', async () => {
    const { preview, isOpen } = await beginLate();
    assert.equal(preview.focus(assert.fail), false);
    assert.equal(focusCount, 0);
    draw();
    await isOpen('page');
    await waitUntilTrue('the exact text is closed', () => tabs.length === 2);
    assert.equal(preview.focus(assert.fail), true);
  });

  it('takes it with a newer message, too', async () => {
    const { preview, clock, isOpen } = await beginLate();
    const newer = preview.show(share, options);
    const isWaiting = () => clock.nextTimerMs === limitMs;
    await waitUntilTrue('it waits for the page', isWaiting);
    answer({ kind: 'drawn', id: shownId });
    answer({ kind: 'ready' });
    clock.advance(limitMs);
    await newer;
    assert.equal(front, 'text');
    draw();
    await isOpen('page');
  });

  it('leaves the exact text that is asked for', async () => {
    const { preview } = await beginLate();
    const exact = preview.show(share, { ...options, isExact: true });
    draw();
    await exact;
    assert.equal(front, 'text');
    assert.ok(tabs.every(({ name }) => name !== 'page'));
  });

  it('says when Escape is pressed in it, and when the user closes it or its exact text', async () => {
    for (const isExact of [false, true]) {
      const said: string[] = [];
      const say = (text: string) => () => void said.push(text);
      const { preview, shown } = begin({ isExact, onEscape: say('escape'), onClose: say('close') });
      await waitUntilTrue('it is open', () => tabs.length === 2);
      if (!isExact) draw();
      await shown;
      if (!isExact) answer({ kind: 'left' });
      tabs.slice(1).forEach(close);
      assert.deepEqual(said, isExact ? ['close'] : ['escape', 'close']);
      await preview.hide();
    }
  });

  it('does not come after the confirmation', async () => {
    const { preview } = await beginLate();
    const hidden = preview.hide();
    draw();
    await hidden;
    assert.deepEqual(
      tabs.map(({ name }) => name),
      ['code'],
    );
  });

  it('is the exact text where the editor opens no page', async () => {
    restorePages();
    const { preview, shown } = begin();
    await shown;
    assert.equal(front, 'text');
    assert.equal(preview.focus(assert.fail), false);
  });
});
