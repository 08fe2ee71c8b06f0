// Imported for its side effect, before any code that reads timings: end-to-end tests shorten them.
import { readFileSync } from 'node:fs';
import { timings } from '../core/base/timings.ts';
import { testSandboxOf } from './testSandbox.ts';

/** If a test started the sandbox, this JSON file may override timings. */
const { ROOMSIDE_TIMINGS_FILE: file } = process.env;

if (testSandboxOf(process.env) !== undefined && file !== undefined)
  Object.assign(timings, JSON.parse(readFileSync(file, 'utf8')));
