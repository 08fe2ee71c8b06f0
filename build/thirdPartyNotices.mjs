// The licences of the packages in the bundles, according to the metafiles of esbuild.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const mitTerms = `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE,
ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.`;

const lodash = `Copyright jQuery Foundation and other contributors <https://jquery.org/>
Based on Underscore.js, copyright Jeremy Ashkenas, DocumentCloud and Investigative Reporters & Editors`;

const xterm = `Copyright (c) 2017-2019, The xterm.js authors (https://github.com/xtermjs/xterm.js)
Copyright (c) 2014-2016, SourceLair Private Company (https://www.sourcelair.com)
Copyright (c) 2012-2013, Christopher Jeffrey (https://github.com/chjj/)`;

/** Copyright lines of MIT code that is installed without its licence: inside another package, or published without it. */
const mitCopyrights = {
  '@cfworker/json-schema': 'Copyright (c) 2020 Jeremy Danyow',
  '@redis/client': 'Copyright (c) 2022-2025, Redis, inc.',
  '@textlint/regexp-string-matcher': 'Copyright (c) 2018 azu',
  '@xterm/headless': xterm,
  'content-type': 'Copyright (c) 2015 Douglas Christopher Wilson',
  'escape-string-regexp': 'Copyright (c) Sindre Sorhus <sindresorhus@gmail.com> (https://sindresorhus.com)',
  llhttp: 'Copyright Fedor Indutny, 2018.',
  'lodash.sortby': lodash,
  'lodash.uniq': lodash,
  'lodash.uniqwith': lodash,
};

/** Code of others in a package that its source maps do not mention. */
const vendored = { undici: ['llhttp'] };

const packagePath = /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/**
 * The text of ThirdPartyNotices.txt.
 * @param {readonly import('esbuild').Metafile[]} metafiles one for each bundle
 * @param {string} root the folder that the paths in the metafiles are relative to
 * @throws {Error} when the licence of a bundled package is not known: such a package must not be shipped
 */
export function thirdPartyNotices(metafiles, root) {
  const sections = [...bundledPackages(metafiles)]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([folder, { name, files, bundles }]) => {
      const { version, license, homepage = '' } = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
      const heading = [`${name} ${version} (${license})`, homepage, `In: ${[...bundles].sort().join(', ')}`];
      const inner = [...containedPackages(root, name, files)].map(
        (each) => `${name} contains ${each}.\n\n${mitText(each)}`,
      );
      return [heading.filter(Boolean).join('\n'), ...licenceTexts(root, name, folder), ...inner].join('\n\n');
    });
  const intro = 'Roomside contains the following packages. Their licences and copyright notices follow.';
  return `${[intro, ...sections].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** The packages that an output contains, by folder, with their names and which of their files are in which outputs. */
function bundledPackages(metafiles) {
  const packages = new Map();
  for (const { outputs } of metafiles) {
    for (const [output, { inputs }] of Object.entries(outputs)) {
      for (const file of Object.keys(inputs)) {
        const [folder, name] = packagePath.exec(file) ?? [];
        if (name === undefined) continue;
        const found = packages.get(folder) ?? { name, files: new Set(), bundles: new Set() };
        packages.set(folder, found);
        found.files.add(file);
        found.bundles.add(output.replace(/^.*\//, ''));
      }
    }
  }
  return packages;
}

const licenceFile = /^(?:licen[cs]e|copying|notice)(?:[-.].*)?$/i;

/** Every licence in the folder of a package, including those of code copied into it. */
function licenceTexts(root, name, folder) {
  const texts = readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && licenceFile.test(entry.name) && !/\.[cm]?[jt]s$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(join(root, folder).length).includes('node_modules'))
    .sort()
    .map((file) => readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim());
  return texts.length === 0 ? [mitText(name)] : texts;
}

/** Packages that were bundled into this one before it was published, according to its source maps. */
function containedPackages(root, name, files) {
  const contained = new Set(vendored[name]);
  for (const file of files) {
    const map = join(root, `${file}.map`);
    if (!existsSync(map)) continue;
    for (const source of JSON.parse(readFileSync(map, 'utf8')).sources) {
      const inner = packagePath.exec(source)?.[1];
      if (inner !== undefined && inner !== name) contained.add(inner);
    }
  }
  return contained;
}

function mitText(name) {
  const copyright = mitCopyrights[name];
  if (copyright === undefined)
    throw new Error(`${name} is bundled, and its licence is not known: see build/thirdPartyNotices.mjs`);
  return `MIT License\n\n${copyright}\n\n${mitTerms}`;
}
