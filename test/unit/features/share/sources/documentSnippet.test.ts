import assert from 'node:assert/strict';
import type { Position, Range, TextDocument } from 'vscode';
import { EmptyShareError } from '../../../../../src/core/attachments/limits.ts';
import { markdownOf } from '../../../../../src/features/share/shareable.ts';
import { setUserSetting, Uri } from '../../../../support/fakes/fakeWindow.ts';
import { RecordingLog } from '../../../../support/fakes/recordingLog.ts';
import { useGitExtension } from '../../../../support/fakes/useGitExtension.ts';
import { withVscode } from '../../../../support/fakes/withVscode.ts';

const { linesOf, shareableSnippet } = await withVscode(
  () => import('../../../../../src/features/share/sources/documentSnippet.ts'),
);

const file = 'src/a b.txt';
const commit = '0123456789abcdef0123456789abcdef01234567';
const named = `commit ${commit.slice(0, 10)}`;
const original = 'one\ntwo\nthree\nfour\nfive\n';
const origin = { name: 'origin', fetchUrl: 'https://ada:ghp_token@github.com/team/tides.git' };
const linkTo = (fragment: string): string => `https://github.com/team/tides/blob/${commit}/src/a%20b.txt${fragment}`;
/** What VS Code's Git knows of the repository. */
interface Known {
  readonly remotes?: readonly (typeof origin)[];
  readonly upstream?: { readonly remote: string; readonly name: string };
  /** The remote branches that contain the commit. */
  readonly branches?: readonly string[];
  readonly isTracked?: boolean;
}

describe('The links of shared lines', () => {
  const gitExtension = useGitExtension();

  function useGit({ remotes = [origin], upstream, branches = ['origin/main'], isTracked = true }: Known): void {
    const repository = {
      rootUri: Uri.file('/repo'),
      state: { HEAD: { commit, ...(upstream && { upstream }) }, remotes, indexChanges: [], workingTreeChanges: [] },
      show: async () => (isTracked ? original : assert.fail('the commit has no such file')),
      getRefs: async () => branches.map((name) => ({ name })),
    };
    gitExtension.open({ getRepository: () => repository });
  }

  /** The share of lines of a text, from the first to the last of each range. */
  async function proposalOf(text: string, ranges: readonly (readonly [number, number])[], known: Known = {}) {
    useGit(known);
    let current = text;
    const document = {
      uri: Uri.file(`/repo/${file}`),
      languageId: 'plaintext',
      getText: (range?: Range) => current.split('\n').slice(range?.start.line, range?.end.line).join('\n'),
    } as TextDocument;
    const rangeOf = ([first, last]: readonly [number, number]) => ({
      start: { line: first - 1, character: 0, compareTo: ({ line }: Position) => first - 1 - line },
      end: { line: last, character: 0 },
    });
    const ports = { active: { get: async () => undefined }, log: new RecordingLog() };
    const lines = linesOf(document, ranges.map(rangeOf) as unknown as readonly Range[], ports);
    current = 'typed before Git is asked';
    const facts = { ...lines, risks: async () => [], fileName: 'a b.txt' };
    return shareableSnippet(facts).propose('send', undefined);
  }
  const message = async (...args: Parameters<typeof proposalOf>): Promise<string> =>
    markdownOf(await proposalOf(...args)) ?? assert.fail();
  const header = async (...args: Parameters<typeof message>): Promise<string> =>
    (await message(...args)).split('\n')[0] ?? '';

  it('lead to the lines in the commit when an edit above has moved them, and are left out for changed lines', async () => {
    const moved = `above\nabove\n${original}`;
    const link = `[${named}](<${linkTo('#L2-L3')}>)`;
    assert.equal(await header(moved, [[4, 5]]), `**${file}** · lines 4–5 · ${link}`);
    const several = await message(moved, [
      [3, 3],
      [7, 7],
    ]);
    assert.ok(several.includes(`\n\n[line 3](<${linkTo('#L1')}>)\n`), several);
    assert.ok(several.includes(`\n\n[line 7](<${linkTo('#L5')}>)\n`), several);
    assert.equal(await header(moved, [[2, 3]]), `**${file}** · lines 2–3`);
    const noCommit = 'no commit without a link to where it has them';
    assert.equal(await header(moved, [[4, 5]], { branches: [] }), `**${file}** · lines 4–5`, noCommit);
    const changed = original.replace('four', 'new four');
    assert.match(await header(changed, [[2, 3]]), /\[commit /);
    assert.equal(await header(changed, [[4, 4]]), `**${file}** · line 4`);
  });

  it('are not written for a commit that no remote has, which is named, nor for an untracked file', async () => {
    assert.equal(await header(original, [[1, 1]], { branches: [] }), `**${file}** · line 1 · ${named}`);
    assert.equal(await header(original, [[1, 1]], { isTracked: false }), `**a b.txt** · line 1`);
  });

  it('lead to the remote of the upstream, whatever the name of the branch', async () => {
    const up = { name: 'up', fetchUrl: 'git@git.corp.example:team/tides.git' };
    const known = {
      remotes: [origin, up],
      upstream: { remote: 'up', name: 'odd/#1_name' },
      branches: ['origin/main', 'up/odd/#1_name'],
    };
    assert.equal(await header(original, [[1, 1]], known), `**${file}** · line 1 · ${named}`, 'a host of no known kind');
    await setUserSetting('roomside.git.hosts', { 'git.corp.example': 'gitlab' });
    const link = `https://git.corp.example/team/tides/-/blob/${commit}/src/a%20b.txt#L1`;
    assert.ok((await header(original, [[1, 1]], known)).endsWith(`(<${link}>)`));
    await setUserSetting('roomside.git.hosts', undefined);
  });

  it('are of a commit that the record names, which leads to the lines after they have changed', async () => {
    const commitIn = async (text: string) => (await proposalOf(text, [[4, 4]])).messages[0]?.origin?.commit;
    assert.equal(await commitIn(original), commit);
    assert.equal(await commitIn(original.replace('four', 'new four')), undefined);
  });

  it('are not looked for in blank lines, which are refused before a room is chosen', async () => {
    for (const text of ['', ' \n\t', '\r\n']) await assert.rejects(message(text, [[1, 2]]), EmptyShareError);
  });

  describe('that open an editor', () => {
    const set = (name: string, value: unknown) => setUserSetting(`roomside.${name}`, value);
    before(() => set('broker.url', 'https://broker.example.com'));
    after(() => set('broker.url', undefined));

    for (const [what, name, value, usual] of [
      ['when the setting is off', 'message.editorLink', false, undefined],
      ['when the broker is not valid', 'broker.url', 'http://broker.example.com', 'https://broker.example.com'],
      ['where the message would be too long with them', 'message.maxBytes', 256, undefined],
    ] as const) {
      it(`are left out ${what}`, async () => {
        await set(name, value);
        assert.doesNotMatch(await header(original, [[1, 5]]), /open in editor/);
        await set(name, usual);
        assert.match(await header(original, [[1, 5]]), /open in editor/);
      });
    }
  });
});
