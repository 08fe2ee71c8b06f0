import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { finishedFolder } from './finishedFolder.ts';
import { installCacheFolder } from './installCacheFolder.ts';
import { step } from './progress.mjs';
import { runNpm } from './runNpm.mjs';

const packageName = '@sparticuz/chromium';
const chromiumVersion = '153.0.0';
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts'];

export interface Browser {
  readonly executablePath: string;
  /** Variables that its process needs in addition to ours. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Only called on Linux x64, the one platform the package has a browser for. */
async function fill(folder: string): Promise<void> {
  const packages = path.join(folder, 'packages');
  await mkdir(packages);
  await writeFile(path.join(packages, 'package.json'), '{"private":true}');
  await step(`browser: Chromium ${chromiumVersion} from npm`, () =>
    runNpm(['install', '--no-package-lock', '--ignore-scripts', `${packageName}@${chromiumVersion}`], packages),
  );
  const require = createRequire(path.join(packages, 'package.json'));
  const tar = require(path.join(packages, 'node_modules', 'tar-fs')) as { extract(target: string): Writable };
  const unpack = (file: string, target: Writable): Promise<void> =>
    pipeline(
      createReadStream(path.join(packages, 'node_modules', packageName, 'bin', file)),
      createBrotliDecompress(),
      target,
    );
  await step('browser: unpacking', () =>
    Promise.all([
      unpack('chromium.br', createWriteStream(path.join(folder, 'chromium'))),
      unpack('al2023.tar.br', tar.extract(folder)), // lib/: what Chromium needs beyond the C library
      unpack('fonts.tar.br', tar.extract(folder)), // fonts/
    ]),
  );
  await chmod(path.join(folder, 'chromium'), 0o755);
  await rm(packages, { recursive: true });
}

async function lacksLibraries(executablePath: string): Promise<boolean> {
  const { stdout } = await promisify(execFile)('ldd', [executablePath]).catch(() => ({ stdout: 'not found' }));
  return stdout.includes('not found');
}

async function lacksFonts(): Promise<boolean> {
  const found = await Promise.all(fontFolders.map((folder) => readdir(folder).catch(() => [])));
  return found.flat().length === 0;
}

/** A minimal machine has neither the libraries nor a font; the package contains both. */
async function environmentFor(folder: string): Promise<Record<string, string>> {
  const environment: Record<string, string> = {};
  if (await lacksLibraries(path.join(folder, 'chromium'))) environment.LD_LIBRARY_PATH = path.join(folder, 'lib');
  if (await lacksFonts()) {
    const configuration = path.join(folder, 'fonts.conf');
    await writeFile(configuration, `<fontconfig><dir>${path.join(folder, 'fonts')}</dir></fontconfig>\n`);
    environment.FONTCONFIG_FILE = configuration;
  }
  return environment;
}

/** Installs a headless Chromium once per version (Linux x64 only). */
export async function installChromium(): Promise<Browser> {
  const folder = await finishedFolder(path.join(installCacheFolder(), `chromium-${chromiumVersion}`), fill);
  return { executablePath: path.join(folder, 'chromium'), environment: await environmentFor(folder) };
}
