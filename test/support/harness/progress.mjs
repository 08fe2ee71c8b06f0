// Plain JavaScript: runs on the machine's own Node, before anything is installed.
import process from 'node:process';

const heartbeatMs = 8_000;

// Passed to child processes, so that the seconds count from the user's command.
process.env.ROOMSIDE_STARTED_AT ??= String(Date.now());
const startedAtMs = Number(process.env.ROOMSIDE_STARTED_AT);

const secondsSince = (/** @type {number} */ sinceMs) => ((Date.now() - sinceMs) / 1000).toFixed(1);

/**
 * Prints one progress line with the seconds since the command began.
 * @param {string} text
 */
export function say(text) {
  process.stdout.write(`[${secondsSince(startedAtMs).padStart(6)} s] ${text}\n`);
}

/**
 * Runs a step between a line that announces it and a line with its duration, and reports progress when it takes long.
 * @template T
 * @param {string} title
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function step(title, work) {
  const beganMs = Date.now();
  say(`${title} …`);
  const heartbeat = setInterval(() => say(`${title}: still running (${secondsSince(beganMs)} s)`), heartbeatMs);
  try {
    const result = await work();
    say(`${title}: done in ${secondsSince(beganMs)} s`);
    return result;
  } catch (error) {
    say(`${title}: failed after ${secondsSince(beganMs)} s`);
    throw error;
  } finally {
    clearInterval(heartbeat);
  }
}
