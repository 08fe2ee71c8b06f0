// A process for test files: node mochaProcess.ts <timeout in ms> <number of processes> <files …>
import { endOnSignals } from './endOnSignals.ts';
import { runMocha } from './runMocha.ts';

const lingerMs = 5_000;

endOnSignals();
// Mocha turns an exception into a failure of the running test; an unhandled rejection must be one, too.
process.on('unhandledRejection', (reason) => {
  throw reason;
});

const [timeoutMs, jobs, ...files] = process.argv.slice(2);
const failures = await runMocha(files, {
  timeoutMs: Number(timeoutMs),
  ...(Number(jobs) > 1 && { jobs: Number(jobs) }),
});
process.exitCode = failures > 0 ? 1 : 0;

const endLingering = (): void => {
  console.error(`The tests have ended but left open: ${process.getActiveResourcesInfo().join(', ')}`);
  process.exit(1);
};
setTimeout(endLingering, lingerMs).unref();
