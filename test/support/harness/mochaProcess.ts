// A process of its own for a suite of tests: node mochaProcess.ts <timeout in ms> <files …>
import { endOnSignals } from './endOnSignals.ts';
import { runMocha } from './runMocha.ts';

const lingerMs = 5_000;

endOnSignals();
// Mocha turns an exception into a failure of the running test; a rejection nobody handles shall be one, too.
process.on('unhandledRejection', (reason) => {
  throw reason;
});

const [timeoutMs, ...files] = process.argv.slice(2);
const failures = await runMocha(files, Number(timeoutMs));
process.exitCode = failures > 0 ? 1 : 0;

const endLingering = (): void => {
  console.error(`The tests have ended but left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
};
setTimeout(endLingering, lingerMs).unref();
