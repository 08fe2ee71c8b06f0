// Imported for its effect, before anything that reads timings: tests of the whole editor shorten them.
import { readFileSync } from 'node:fs';
import { timings } from '../core/base/timings.ts';

/** Beside a sandbox that was started for tests, this file of JSON may hold other timings. */
const { ROOMSIDE_SANDBOX_ORIGIN: origin, ROOMSIDE_TIMINGS_FILE: file } = process.env;

if (origin !== undefined && file !== undefined) Object.assign(timings, JSON.parse(readFileSync(file, 'utf8')));
