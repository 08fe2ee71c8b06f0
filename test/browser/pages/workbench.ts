import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { pictureTheme, themes } from '../../support/harness/pictureTheme.ts';
import type { SandboxProcess } from '../../support/harness/sandboxProcess.ts';
import { approveSignIn, signInAs } from './approveSignIn.ts';
import { Composer } from './composer.ts';
import { Editor } from './editor.ts';
import { Explorer } from './explorer.ts';
import { hoverItem } from './menu.ts';
import { QuickInput } from './quickInput.ts';
import { RecentShares } from './recentShares.ts';
import { RoomsView } from './roomsView.ts';
import { textOf } from './textOf.ts';

const openTimeoutMs = 60_000;
const pollMs = 50;
/** More buttons than any dialog. */
const maxButtons = 10;

/**
 * The VS Code window. Every action waits until it is possible, up to the timeout of the page; there are no fixed waits.
 */
export class Workbench {
  readonly page: Page;
  readonly input: QuickInput;
  readonly composer: Composer;
  readonly editor: Editor;
  readonly explorer: Explorer;
  readonly recentShares: RecentShares;
  readonly roomsView: RoomsView;
  readonly screenshotFolder: string;

  constructor(page: Page, screenshotFolder: string) {
    this.page = page;
    this.input = new QuickInput(page);
    this.composer = new Composer(page);
    this.editor = new Editor(page, this.input);
    this.explorer = new Explorer(page);
    this.recentShares = new RecentShares(page);
    this.roomsView = new RoomsView(page);
    this.screenshotFolder = screenshotFolder;
  }

  /** Waits until VS Code shows the files of the workspace and has found its extensions. */
  async untilReady(): Promise<void> {
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: openTimeoutMs });
    const icon = this.page.locator('.activitybar .action-label[aria-label^="Roomside"]');
    await icon.waitFor({ timeout: openTimeoutMs });
  }

  /** Reloads the page in the browser. */
  async reload(): Promise<void> {
    await this.page.reload({ waitUntil: 'commit' });
    await this.page.locator('.monaco-workbench .statusbar-item').first().waitFor({ timeout: openTimeoutMs });
    await this.page.locator('.activitybar .action-label[aria-label^="Roomside"]').waitFor({ timeout: openTimeoutMs });
  }

  /** Reloads with "Developer: Reload Window", which restores the editors. */
  async reloadByCommand(): Promise<void> {
    const loaded = this.page.waitForEvent('load', { timeout: openTimeoutMs });
    await this.runCommand('Developer: Reload Window');
    await loaded;
    await this.page.locator('.activitybar .action-label[aria-label^="Roomside"]').waitFor({ timeout: openTimeoutMs });
  }

  /** Runs a command by its whole title, including the category: "Roomside: Sign In". */
  async runCommand(title: string): Promise<void> {
    await this.input.runCommand(title);
  }

  /** A visible notification with its buttons. */
  notification(text: string | RegExp): Locator {
    return this.page.locator('.notifications-toasts .notification-list-item').filter({ hasText: text });
  }

  /** Waits for a notification and returns its whole message. */
  async toast(text: string | RegExp): Promise<string> {
    return textOf(this.notification(text).locator('.notification-list-item-message').first());
  }

  /** Waits until no notification has this text. VS Code may show its own notifications at any time. */
  async expectNoNotification(text: string | RegExp): Promise<void> {
    await this.notification(text).first().waitFor({ state: 'hidden' });
  }

  async notificationAction(text: string | RegExp, button: string): Promise<void> {
    const item = this.notification(text).first();
    await item.hover(); // the buttons of running progress are visible only on hover
    await item.getByRole('button', { name: button, exact: true }).click();
  }

  /** Opens a link of a notification with the keyboard. */
  async notificationLink(text: string | RegExp, label: string): Promise<void> {
    await this.notification(text).first().getByText(label, { exact: true }).press('Enter');
  }

  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
    await this.page.locator('.notifications-toasts .notification-list-item').first().waitFor({ state: 'hidden' });
  }

  /** Answers a modal dialog with the keyboard. Returns its text. */
  async answerDialog(button: string): Promise<string> {
    const dialog = this.page.locator('.monaco-dialog-box');
    await dialog.waitFor();
    const text = await textOf(dialog);
    const focused = dialog.getByRole('button', { name: button, exact: true }).and(this.page.locator(':focus'));
    for (let step = 0; !(await focused.isVisible()); step += 1) {
      if (step > maxButtons) throw new Error(`Tab does not lead to ${button}`);
      await this.page.keyboard.press('Tab');
    }
    await this.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    return text;
  }

  /** Waits for an item of the status bar and returns its whole text. */
  async statusBar(text: string | RegExp): Promise<string> {
    return (await textOf(this.page.locator('.statusbar-item').filter({ hasText: text }))).trim();
  }

  /** The process that runs the extensions of this window. That of a window before a reload may still run beside it. */
  async extensionHostId(): Promise<number> {
    await this.runCommand('Test: Show the Process of the Extensions');
    return Number(/\d+$/.exec(await this.statusBar('Extensions run in process'))?.[0]);
  }

  /** The text of the browser's clipboard. */
  async clipboard(): Promise<string> {
    return this.page.evaluate<string>('navigator.clipboard.readText()');
  }

  /** Opens an output channel and waits until it contains this text. */
  async expectOutput(channel: string, text: string): Promise<void> {
    await this.runCommand('Output: Show Output Channels...');
    await this.input.findOption(channel);
    await this.page.locator('.part.panel .view-lines', { hasText: text }).first().waitFor();
  }

  /** Runs an action. Returns the page that it opens in the browser. */
  async nextPage(act: () => Promise<void>): Promise<Page> {
    const [page] = await Promise.all([this.page.context().waitForEvent('page'), act()]);
    return page;
  }

  /**
   * Runs "Roomside: Try the Sandbox" up to the approval on the sandbox's page.
   * @param picture file name of a screenshot of that page
   */
  async signInThroughSandbox(picture?: string): Promise<void> {
    const signInPage = await this.nextPage(() => this.runCommand('Roomside: Try the Sandbox'));
    await signInAs(signInPage);
    if (picture !== undefined) await this.screenshot(picture, signInPage);
    await approveSignIn(signInPage);
    await signInPage.close();
    await this.page.bringToFront();
  }

  /** Signs in to the sandbox, and waits for the message of the extension. */
  async enterSandbox(): Promise<void> {
    await this.signInThroughSandbox();
    await this.statusBar('Signed in to the sandbox');
  }

  /** Signs in with a token: the pages of a sign-in through the browser cost several times as much. */
  async signIn({ control }: Pick<SandboxProcess, 'control'>): Promise<void> {
    const made = await control('POST', 'personal-tokens', { personEmail: 'ada.park@example.com' });
    await this.runCommand('Test: Sign In with a Token');
    await this.input.expectMessage('Personal access token');
    await this.input.fill((made as { readonly accessToken: string }).accessToken);
    await this.input.accept();
    await this.statusBar('Signed in as ada.park@example.com');
  }

  /** Signs in with the Rooms view open, and waits for its rooms. @param signIn by default on the page of the sandbox */
  async enterRooms(signIn = () => this.enterSandbox()): Promise<void> {
    await this.roomsView.open();
    await signIn();
    await this.roomsView.expectRoom('Mateo Silva');
  }

  /** Opens the page of a room by keys. */
  async readRoom(room: string): Promise<void> {
    await this.runCommand('Roomside: Read Room…');
    await this.input.expectTitle('Read Room');
    await this.input.fill(room);
    await this.input.acceptActive(room);
  }

  /** Begins or continues a draft for a room. */
  async writeTo(room: string): Promise<void> {
    await this.runCommand('Roomside: Send Message…');
    await this.input.expectTitle('Send Message');
    await this.input.findOption(room);
    await this.composer.expectOpen(room);
  }

  /** The icon of a view container in the activity bar. Its badge covers the middle. */
  viewIcon(name: string): Locator {
    const label = this.page.locator(`.action-label[aria-label^="${name}"]`);
    return this.page.locator('.activitybar .action-item').filter({ has: label });
  }

  /** Runs an action of an account in the Accounts menu, with a screenshot of the menu. */
  async accountsMenu(account: string, act: string, picture: string): Promise<void> {
    const icon = this.page.locator('.activitybar .action-label[aria-label^="Accounts"]');
    await icon.click();
    await hoverItem(this.page, account);
    await this.page.keyboard.press('ArrowRight');
    await hoverItem(this.page, act);
    await this.picture(picture);
    await this.page.keyboard.press('Enter');
  }

  /** Opens a URI in VS Code and confirms it, as the operating system does on a desktop. */
  async openAddress(address: string): Promise<void> {
    await this.runCommand('Developer: Open URL');
    await this.input.expectMessage('URL to open');
    await this.input.fill(address);
    await this.input.accept();
    await this.answerDialog('Open');
  }

  /**
   * Picks the room, then confirms.
   * @param begin opens the room picker: by a command, a menu or an icon
   * @param beforeConfirm runs at the confirmation
   */
  async shareTo(
    room: string,
    title: string,
    begin: () => Promise<void>,
    beforeConfirm: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<void> {
    await this.toConfirmation(room, title, begin);
    await beforeConfirm();
    await this.input.acceptActive(`Send to ${room}`);
    await this.input.expectClosed();
  }

  /** Shares what is selected, from the Command Palette. */
  shareSelectionTo(room: string): Promise<void> {
    return this.shareTo(room, 'Share Selection', () => this.runCommand('Roomside: Share Selection to Room…'));
  }

  /** Picks the room, and waits until Enter would send. */
  async toConfirmation(room: string, title: string, begin: () => Promise<void>, warnings = ''): Promise<void> {
    await begin();
    await this.input.expectTitle(`${title} (1/2)`);
    await this.input.fill(room);
    await this.input.acceptActive(room);
    await this.input.expectTitle(`${title} (2/2)`);
    await this.input.expectActive(`Send to ${room}${warnings}`);
  }

  /** Runs a check in each kind of theme, then returns to the theme of the pictures. */
  async inEveryTheme(check: (theme: string) => Promise<void>): Promise<void> {
    for (const theme of themes) {
      await this.runCommand('Test: Use the Next Theme');
      await check(theme);
    }
    if (pictureTheme === undefined) return;
    await this.runCommand('Preferences: Color Theme');
    await this.input.findOption(pictureTheme);
    await this.input.expectClosed();
  }

  /** Polls a condition. */
  async until(isThere: () => Promise<boolean>, timeoutMs = 30_000): Promise<void> {
    for (const endMs = Date.now() + timeoutMs; !(await isThere()); ) {
      if (Date.now() > endMs) throw new Error(`the condition was false for ${timeoutMs / 1000} s`);
      await delay(pollMs);
    }
  }

  /** Takes a screenshot of the window or of another page. @returns its path */
  async screenshot(name: string, page = this.page): Promise<string> {
    await mkdir(this.screenshotFolder, { recursive: true });
    const file = path.join(this.screenshotFolder, `${name}.png`);
    await page.screenshot({ path: file, animations: 'disabled' });
    return file;
  }

  /** Takes a screenshot for reviewers, in a run that is asked for pictures. */
  async picture(name: string, page = this.page): Promise<void> {
    if (pictureTheme !== undefined) await this.screenshot(name, page);
  }
}
