// Runs test files inside VS Code: node hostProcess.ts browser|desktop <files …>
import { endOnSignals } from './endOnSignals.ts';
import { runDesktopTests } from './runDesktopTests.ts';
import { runHostTests } from './runHostTests.ts';

endOnSignals();
const [program, ...files] = process.argv.slice(2);
const exit = await (program === 'desktop' ? runDesktopTests(files) : runHostTests(files));
if (exit !== 0) console.error(`VS Code ended with ${exit}`);
process.exit(exit === 0 ? 0 : 1);
