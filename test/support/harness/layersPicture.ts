// The picture of the layers in CONTRIBUTING.md, drawn from the folders of src.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './projectRoot.mjs';

const width = 960;
const rowHeight = 21;
const left = 150;

/** The layers from the top: each imports only those below it. The last two are programs and pages of their own. */
const layers: readonly (readonly [folder: string, what: string])[] = [
  ['compose', 'creates the services, loads the features'],
  ['background', 'what runs by itself'],
  ['features', 'what users see; model/ computes'],
  ['host', 'adapters to VS Code'],
  ['platform', 'disk, network, processes'],
  ['core', 'computes: no VS Code, no disk'],
  ['servers', 'sandbox and token broker, apart'],
  ['webview', 'scripts of pages, apart'],
];

function partsOf(folder: string): readonly string[] {
  const entries = readdirSync(path.join(projectRoot, 'src', folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}

/** Words in lines of at most so many characters. */
function wrapped(words: readonly string[], most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && `${last}   ${word}`.length <= most) lines[lines.length - 1] = `${last}   ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** An SVG, the same for the same folders. */
export function layersPicture(): string {
  const boxes: string[] = [];
  let top = 10;
  for (const [folder, what] of layers) {
    const lines = wrapped(partsOf(folder), 92);
    const height = 30 + rowHeight * Math.max(1, lines.length);
    const fill = folder === 'servers' || folder === 'webview' ? '#fff7e6' : '#eef4ff';
    boxes.push(
      `<rect x="10" y="${top}" width="${width - 20}" height="${height}" rx="6" fill="${fill}" stroke="#5b7db1"/>`,
      `<text x="24" y="${top + 21}" font-weight="bold">${folder}</text>`,
      `<text x="${left}" y="${top + 21}" fill="#555">${what}</text>`,
      ...lines.map(
        (line, at) => `<text x="${left}" y="${top + 21 + rowHeight * (at + 1)}" xml:space="preserve">${line}</text>`,
      ),
    );
    top += height + 10;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" font-family="sans-serif" font-size="14" fill="#1b1f24">`,
    '<title>The layers of src. Each imports only those below it; servers and webview stand apart.</title>',
    `<rect width="${width}" height="${top}" fill="#ffffff"/>`,
    ...boxes,
    '</svg>',
    '',
  ].join('\n');
}
