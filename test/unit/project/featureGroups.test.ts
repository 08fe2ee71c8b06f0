import assert from 'node:assert/strict';
import { projectText } from './projectFiles.ts';

/**
 * The groups of services that each feature may use. `compose/features.ts` gives it no others, so that a use of one more
 * does not compile.
 */
const groupsOfFeatures: Readonly<Record<string, readonly string[]>> = {
  openInEditor: ['system'],
  accounts: ['system', 'session'],
  diagnose: ['system', 'session'],
  sandbox: ['system', 'session', 'sharing'],
  signIn: ['system', 'session'],
  attachments: ['system', 'session', 'rooms'],
  reader: ['system', 'session', 'rooms', 'sharing'],
  rooms: ['system', 'session', 'rooms'],
  watchRooms: ['system', 'session', 'rooms'],
  outbox: ['system', 'session', 'rooms', 'sharing'],
  storedData: ['system', 'session', 'sharing'],
  terminal: ['system', 'session', 'rooms'],
  composer: ['system', 'session', 'rooms', 'sharing'],
  languageModelTools: ['system', 'session', 'rooms', 'sharing'],
  sharedLines: ['system', 'session', 'rooms', 'sharing'],
  share: ['system', 'session', 'rooms', 'sharing'],
};

/** A feature, and the services that the function that creates it takes. */
const definition = /import\('\.\.\/features\/(\w+)\/\w+\.ts'\)[\s\S]*?\{ (system\b[^}]*) \}\) =>/g;

describe('the features', () => {
  it('are given the groups of services that they may use', () => {
    const given = [...projectText('src/compose/features.ts').matchAll(definition)].map(
      ([, feature = '', groups = '']) => [feature, groups.split(', ')] as const,
    );
    assert.deepEqual(Object.fromEntries(given), groupsOfFeatures);
  });
});
