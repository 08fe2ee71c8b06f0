// Packages the extension as it is built now, as a release does: node packageExtension.ts <file>
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endOnSignals } from './endOnSignals.ts';
import { createTemporaryFolder } from './temporaryFolder.ts';
import { packageInto } from './temporaryVsix.ts';

endOnSignals();
const [file = ''] = process.argv.slice(2);
const folder = createTemporaryFolder();
const archive = await packageInto(folder.path, { isBuilt: true });
await folder.remove();
mkdirSync(path.dirname(file), { recursive: true });
writeFileSync(file, archive);
console.log(`${file}: ${Math.round(archive.byteLength / 1024)} KB`);
