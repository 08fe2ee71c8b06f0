import assert from 'node:assert/strict';
import { projectFiles, projectText } from './projectFiles.ts';
import { childOf, childrenOf, parseTypeScript, type SyntaxNode } from './syntax.ts';

type Parser = (text: string, ...others: unknown[]) => unknown;

/** Parsers with a text of a length that they read if it is short, and what they answer to a longer one. */
const refused: Readonly<Record<string, readonly [of: (length: number) => string, answer: unknown, ...unknown[]]>> = {
  'core/api/contentInfo.ts dispositionFileName': [(n) => `attachment; filename=${'a'.repeat(n)}`, undefined],
  'core/api/retryAfter.ts parseRetryAfter': [(n) => '1'.padEnd(n), undefined, 0],
  'core/auth/signIn/baseUrl.ts parseBaseUrl': [(n) => `a.example/${'a'.repeat(n)}`, /not-a-url/],
  'core/auth/signIn/baseUrl.ts parseBrokerUrl': [(n) => `a.example/${'a'.repeat(n)}`, /not-a-url/],
  'core/auth/signIn/callback.ts parseCallback': [(n) => `code=a&state=b${'&'.repeat(n)}`, { kind: 'malformed' }],
  'core/base/json.ts parseJsonObject': [(n) => `{"a":1}${' '.repeat(n)}`, undefined],
  'core/base/storage/storedRecord.ts parseRecord': [
    (n) => `{"version":1}${' '.repeat(n)}`,
    { kind: 'broken' },
    1,
    String,
  ],
  'core/git/editorLink.ts parseEditorLink': [(n) => `path=a&lines=1&remote=a.b/c&x=${'a'.repeat(n)}`, undefined, '/'],
  'core/git/gitQuery.ts parseGitQuery': [(n) => `{"path":"a","ref":"b"}${' '.repeat(n)}`, undefined],
  'core/git/parsePermalink.ts parsePermalink': [
    (n) => `https://github.com/a/b/blob/main/${'a'.repeat(n)}`,
    undefined,
    {},
  ],
  'core/git/remoteUrl.ts parseRemote': [(n) => `https://a.example/${'a'.repeat(n)}`, undefined],
  'core/terminal/doorCall.ts parseDoorRecord': [
    (n) => '{"socket":"s","key":"k","pid":1,"folders":[],"language":"en"}'.padEnd(n),
    undefined,
  ],
  'core/snippet/snippetHeader.ts parseSnippetHeader': [(n) => `**${'a'.repeat(n)}** · line 1`, undefined],
  'core/snippet/snippetHeader.ts parseChangesHeading': [(n) => `**${'a'.repeat(n)}** · changes`, undefined],
  'platform/http/publicUrl.ts parsePublicUrl': [(n) => `https://a.example.org/${'a'.repeat(n)}`, /malformed/],
};

/** The others, and what limits their text before. */
const limitedBefore: Readonly<Record<string, string>> = {
  'cli/parseCommand.ts parseCommand': 'the system, for the arguments of a process',
  'core/auth/account.ts parseAccounts': 'parseRecord',
  'features/openInEditor/model/parseJsoncObject.ts parseJsoncObject': 'readSmallFile',
  'core/base/paths.ts decodeUrlPart': 'each caller: it is one call of the language',
  'core/drafts/messageDraft.ts parseDraft': 'parseRecord',
  'core/git/blame.ts parseBlame': 'runGit',
  'core/git/editorLink.ts parseEditorLinkAddress': 'its own length, then parseEditorLink',
  'core/git/editorLink.ts parseEditorLinkQuery': 'its own length, then parseEditorLink',
  'core/git/fileHistory.ts parseFileHistory': 'runGit',
  'core/git/gitConfig.ts parseConfigOutput': 'runGit',
  'core/git/gitConfig.ts parseConfigFile': 'readSmallFile',
  'core/git/patchReport.ts parsePatchReport': 'runGit',
  'core/git/patchReport.ts parseIndexLinks': 'runGit',
  'core/outbox/shareRecord.ts parseShare': 'parseRecord',
  'core/terminal/doorCall.ts parseDoorCall': 'the server, for the headers of a request',
  'features/watchRooms/model/watchStore.ts parseWatches': 'parseRecord',
  'servers/broker/config/addresses.ts parseAddress': 'the operator wrote it',
  'servers/broker/config/addresses.ts parseSchemes': 'the operator wrote it',
  'servers/broker/config/addresses.ts parseWebCallbacks': 'the operator wrote it',
  'servers/broker/config/sealKeys.ts parseSealKeys': 'the operator wrote it',
};

/** The exported functions that parse a text. */
function parsersIn(path: string): readonly string[] {
  const statements = childrenOf(parseTypeScript(path, projectText(path)));
  return statements.flatMap((statement) => {
    const declared = childOf(statement, 'declaration');
    const name = String((declared && childOf(declared, 'id'))?.name);
    if (declared?.type !== 'FunctionDeclaration' || !/^(?:parse|decode)[A-Z]/.test(name)) return [];
    const types = (declared.params as SyntaxNode[]).map(({ start, end }) => projectText(path).slice(start, end));
    return types.some((type) => /: string\b/.test(type)) ? [`${path.slice('src/'.length)} ${name}`] : [];
  });
}

describe('the parsers of texts from outside', () => {
  it('are all in these lists', () => {
    const found = projectFiles('src/**/*.ts').flatMap(parsersIn);
    const listed = [...Object.keys(refused), ...Object.keys(limitedBefore)];
    assert.deepEqual(
      found.filter((parser) => !listed.includes(parser)),
      [],
    );
  });

  for (const [parser, [textOf, answer, ...others]] of Object.entries(refused))
    it(`refuse what is too long: ${parser}`, async () => {
      const [path, name = ''] = parser.split(' ');
      const parse = (await import(`../../../src/${path}`))[name] as Parser;
      assert.notDeepEqual(parse(textOf(10), ...others), answer);
      const parseLong = () => parse(textOf(2 ** 25 + 1), ...others);
      if (answer instanceof RegExp) assert.throws(parseLong, answer);
      else assert.deepEqual(parseLong(), answer);
    });
});
