import assert from 'node:assert/strict';
import { HostileTextWatch, hostileTexts } from '../support/harness/hostileText.ts';
import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';
import { seriousFindings } from './pages/seriousFindings.ts';
import { themes } from './pages/workbench.ts';

const room = 'Code reviews';
/** Messages with a script in every field that a service can set. */
const hostileMessages = hostileTexts.flatMap((script, index) => {
  const created = new Date(Date.UTC(2026, 10, 21, 9, index)).toISOString();
  const common = { roomId: 'r', personId: `p${index}`, personEmail: script, created };
  const errors = { [script]: { code: script, reason: script } };
  return [
    { ...common, id: `markdown ${index} ${script}`, markdown: script, html: script, updated: script },
    { ...common, id: `text ${index}`, text: script, html: script, files: [script, `https://evil.example/${script}`] },
    { ...common, id: `errors ${index}`, errors, created: script },
  ];
});
const hostileMembers = hostileTexts.map((script, index) => {
  const person = { personId: `p${index}`, personDisplayName: `${index} ${script}` };
  return { id: `m${index}`, roomId: 'r', ...person };
});

/** One of each kind of content. */
const sampleContent = [
  'See [the guide](<https://example.com/guide>), <@personEmail:ada.park@example.com|Ada>: `inline()`, **bold**, *italic*.',
  '> What was said before',
  '- one\n- two',
  '```ts\n// Says when the water turns.\n@once\nexport class Tide extends Moon {\n  /** Metres. */\n  readonly level = 4.2;\n  name: string = "ebb";\n  turn(at: Date): boolean { return /x+/.test(this.name) && at !== null; }\n}\n```',
  '```diff\n@@ -1,2 +1,2 @@\n-const old = 1;\n+const fresh = 2;\n same\n```',
  '```css\n.tide > a { color: #fff; }\n```',
].join('\n\n');

test.describe('Safety of the reader', () => {
  const session = useWorkbench({ 'roomside.rooms.pageSize': 100, 'window.autoDetectColorScheme': false });
  let reader: Reader;
  let watch: HostileTextWatch;

  test.beforeAll(async ({ workbench }) => {
    reader = new Reader(workbench.page);
    watch = new HostileTextWatch(workbench.page);
    await workbench.enterSandboxRooms();
  });

  const answerWith = (path: string, items: readonly object[]) =>
    session().sandbox.control('POST', 'faults', {
      match: { method: 'GET', path },
      effect: { kind: 'status', status: 200, body: { items } },
    });

  test('executes no script from any field of the service, without a CSP violation', async ({ workbench, sandbox }) => {
    await answerWith('/v1/messages', [...hostileMessages].reverse());
    await answerWith('/v1/memberships', hostileMembers);
    await workbench.roomsView.inlineAction(room, 'Read Room');
    const page = await reader.page();
    await watch.note(page);
    await reader.messages.nth(hostileMessages.length - 1).waitFor();
    await reader.message('constructor.constructor').first().locator('.author', { hasText: '12 ' }).waitFor();
    // Again, now that violations are recorded: edited messages are rendered again.
    const edited = hostileMessages.map((message) => ({ ...message, updated: '2026-11-21T10:00:00.000Z' }));
    await sandbox.control('DELETE', 'faults');
    await answerWith('/v1/messages', edited.toReversed());
    await reader.frame.getByRole('button', { name: 'Refresh' }).click();
    const marks = reader.frame.locator('.edited[title*="2026"]');
    await marks.nth(edited.length - 1).waitFor();
    await reader.message('constructor.constructor').first().hover();
    for (const key of ['Home', 'End']) {
      await reader.messages.last().focus();
      await workbench.page.keyboard.press(key);
    }
    await watch.expectNothing(page, '#feed');
    await workbench.screenshot('reader-hostile');
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
  });

  test('blocks an injected script and image by its CSP', async ({ workbench }) => {
    await workbench.roomsView.inlineAction(room, 'Read Room');
    await reader.message('Is this the way to do it?').waitFor();
    const page = await reader.page();
    const stopped = await page.evaluate(`new Promise((resolve) => {
      const seen = new Set();
      document.addEventListener('securitypolicyviolation', (event) => {
        seen.add(event.effectiveDirective);
        if (seen.has('img-src') && seen.has('script-src-attr')) resolve([...seen].sort());
      });
      document.getElementById('feed').insertAdjacentHTML('beforeend', '<img src="https://evil.example/x.png" onerror="window.executed=1">');
    })`);
    assert.ok((stopped as string[]).includes('img-src'));
    assert.equal(await page.evaluate('window.executed'), undefined);
    await workbench.runCommand('View: Close Editor');
    await reader.expectClosed();
  });

  test('passes axe in the light, dark and both high contrast themes', async ({ workbench, sandbox }) => {
    const mateo = await otherPerson(sandbox, 'mateo.silva@example.com');
    await mateo.postText('Incidents', sampleContent);
    for (const theme of themes) {
      await workbench.useTheme(theme);
      await workbench.roomsView.inlineAction('Incidents', 'Read Room');
      const withFile = reader.message('Deployed. Looks good again.');
      await withFile.locator('.fileName').waitFor();
      assert.deepEqual(await seriousFindings(withFile, theme), [], theme);
      await workbench.screenshot(`reader-${theme.toLowerCase().replaceAll(' ', '-')}`);
      await workbench.runCommand('View: Close Editor');
      await reader.expectClosed();
    }
  });
});
