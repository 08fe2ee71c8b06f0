// The second half of `npm run pictures`, run by pictures.mjs under the project's Node: takes the pictures of the documents in the real VS Code, light and dark, into docs/pictures.
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { animatedWebp } from './animatedWebp.ts';
import { launchBrowser } from './launchBrowser.ts';
import { documentSize } from './pictureTheme.ts';
import { say } from './progress.mjs';
import { projectRoot } from './projectRoot.mjs';
import { createTemporaryFolder } from './temporaryFolder.ts';

const run = promisify(execFile);
const folder = path.join(projectRoot, 'docs/pictures');
const scenario = 'test/browser/documentPictures.test.ts';
const themes = { light: 'Light Modern', dark: 'Dark Modern' } as const;
type ThemeName = keyof typeof themes;
/** Pictures of the documents, in the light theme. */
const documents = ['accounts', 'ai-tools', 'notifications', 'reading', 'secrets', 'sharing', 'troubleshooting'];
/** Those that README shows, too, in the theme of its reader. */
const ofReadme = ['reading', 'secrets', 'sharing'];
/** The frames of the animated picture, and how long each is shown, in milliseconds. */
const frames = { 'tour-1': 2600, 'tour-2': 1600, 'tour-3': 2600, 'tour-4': 3200, 'tour-5': 2600, 'tour-6': 3000 };
const maxBytes = 1.5 * 1024 * 1024;
const quality = 0.7;
/** In titles of the sandbox. A browser without a font for them draws the same box for each. */
const rareSigns = ['本', '☕', '🧪'];

/** A page that encodes pictures: the browser is there already, and knows WebP. */
class Encoder {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** @throws Error where the browser has no font for a sign in the pictures */
  async expectFonts(): Promise<void> {
    const missing = await this.#page.evaluate<string[]>(`(${drawnAsBox.toString()})(${JSON.stringify(rareSigns)})`);
    if (missing.length > 0)
      throw new Error(
        `No font has ${missing.join(' ')}. Install one (Debian: fonts-noto-cjk, fonts-noto-color-emoji).`,
      );
  }

  /** @throws Error when the browser cannot show a picture */
  async expectShown(webp: Buffer): Promise<void> {
    const url = `data:image/webp;base64,${webp.toString('base64')}`;
    await this.#page.evaluate(`Object.assign(new Image(), { src: ${JSON.stringify(url)} }).decode()`);
  }

  /** A PNG file as WebP. */
  async webp(file: string): Promise<Buffer> {
    const url = `data:image/png;base64,${(await readFile(file)).toString('base64')}`;
    const encoded = await this.#page.evaluate<string>(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(url)};
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext('2d', { alpha: false }).drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', ${quality});
    })()`);
    return Buffer.from(encoded.slice(encoded.indexOf(',') + 1), 'base64');
  }
}

/** Runs in the browser. @returns the signs that look like one that no font has */
function drawnAsBox(signs: readonly string[]): readonly string[] {
  const { document } = globalThis as unknown as { document: { createElement(name: string): FakeCanvas } };
  const draw = (sign: string): string => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context.font = '32px sans-serif';
    context.fillText(sign, 0, 40);
    return canvas.toDataURL();
  };
  const box = draw('\u{10fffe}');
  return signs.filter((sign) => draw(sign) === box);
}

interface FakeCanvas {
  getContext(kind: string): { font: string; fillText(text: string, x: number, y: number): void };
  toDataURL(): string;
}

const shotOf = (theme: ThemeName, name: string): string =>
  path.join(projectRoot, 'out/screenshots', themes[theme].toLowerCase().replaceAll(' ', '-'), `${name}.png`);

async function animated(encoder: Encoder, theme: ThemeName): Promise<Buffer> {
  const shown = Object.entries(frames).map(async ([name, durationMs]) => {
    const webp = await encoder.webp(shotOf(theme, name));
    return { webp, durationMs };
  });
  return animatedWebp(await Promise.all(shown), documentSize.width, documentSize.height);
}

async function writePictures(encoder: Encoder): Promise<number> {
  const pictures: [string, Buffer][] = [];
  for (const name of documents) pictures.push([name, await encoder.webp(shotOf('light', name))]);
  for (const theme of ['light', 'dark'] as const) {
    pictures.push([`readme/tour-${theme}`, await animated(encoder, theme)]);
  }
  for (const name of ofReadme) pictures.push([`readme/${name}-dark`, await encoder.webp(shotOf('dark', name))]);
  await mkdir(path.join(folder, 'readme'), { recursive: true });
  for (const [name, bytes] of pictures) {
    await encoder.expectShown(bytes);
    await writeFile(path.join(folder, `${name}.webp`), bytes);
    say(`${name}.webp: ${Math.round(bytes.byteLength / 1024)} kB`);
  }
  return pictures.reduce((sum, [, bytes]) => sum + bytes.byteLength, 0);
}

const profile = createTemporaryFolder();
const browser = await launchBrowser(profile.path);
try {
  const encoder = new Encoder(await browser.newPage());
  await encoder.expectFonts();
  for (const theme of Object.values(themes)) {
    say(`taking the pictures in ${theme}`);
    await run(process.execPath, ['test/support/harness/testRunner.ts', scenario], {
      cwd: projectRoot,
      env: { ...process.env, ROOMSIDE_PICTURES: theme },
    });
  }
  const byteLength = await writePictures(encoder);
  if (byteLength > maxBytes) throw new Error(`${byteLength} bytes of pictures, more than ${maxBytes}`);
} finally {
  await browser.close();
  await profile.remove();
}
