import { otherPerson } from '../support/harness/otherPerson.ts';
import { test, useWorkbench } from './fixtures.ts';
import { Reader } from './pages/reader.ts';

const room = 'Code reviews';
const question = 'Is the sign of the phase right here?';
const shared = `${question}

**src/tide.ts** · line 15 · TypeScript

\`\`\`ts
const radians = (degrees: number) => (degrees * Math.PI) / 180;
\`\`\``;

test.describe('Shared lines in the editor', () => {
  useWorkbench();

  test('have a sign in the gutter, and lead to their message by keys', async ({ workbench, sandbox }) => {
    await workbench.enterRooms(() => workbench.signIn(sandbox));
    const priya = await otherPerson(sandbox, 'priya.raman@example.com');
    await priya.postText(room, shared);
    await priya.postText(room, 'In radians, yes.', 'Is the sign');
    const reader = new Reader(workbench.page);
    const readRoom = async (): Promise<void> => {
      await workbench.runCommand('Roomside: Read Room');
      await workbench.input.expectTitle('Read Room');
      await workbench.input.fill(room);
      await workbench.input.acceptActive(room);
      await reader.message(question).waitFor();
    };
    await readRoom();
    await workbench.editor.open('tide.ts');
    await workbench.editor.selectLines(18, 23);
    await workbench.shareTo(room, 'Share Selection', () => workbench.runCommand('Roomside: Share Selection to Room…'));
    await workbench.page.locator('.glyph-margin-widgets .cgmr').nth(1).waitFor();
    await workbench.runCommand('Roomside: Shared Lines in This File');
    await workbench.input.expectTitle('Shared Lines in This File');
    await workbench.picture('shared-lines-list');
    await workbench.input.acceptActive('Line 15');
    const hover = workbench.page.locator('.monaco-hover:visible', { hasText: question });
    await hover.getByText('1 reply').waitFor();
    await workbench.picture('shared-lines-hover');
    await hover.getByRole('link', { name: 'Open Message' }).press('Enter');
    await reader.message(question).and(reader.frame.locator(':focus')).waitFor();
  });
});
