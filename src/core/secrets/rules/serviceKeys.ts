// The only file that imports secretlint. It is part of a lazy chunk, loaded with the scanner.
import { rules as packaged } from '@secretlint/secretlint-rule-preset-recommend';
import { endAt } from '../matchAt.ts';
import type { SecretKind, SecretMatch, TextRange } from '../secretFinding.ts';
import { type TextView, ViewBuilder, wholeText } from '../textView.ts';
import { findKnownForms } from './knownForms.ts';

type Values = Readonly<Record<string, string>> | undefined;

interface Report {
  readonly message: { readonly messageId: string; readonly values: Values };
  readonly range: readonly [start: number, end: number];
}

/** The used part of the package's rules: they get a text and report ranges. */
interface PackagedRule {
  readonly meta: { readonly id: string };
  create(
    context: {
      createTranslator(): (messageId: string, values: Values) => Report['message'];
      report(found: Report): void;
    },
    options: object,
  ): { file(source: { readonly content: string; readonly filePath: string; readonly ext: string }): unknown };
}

const idPrefix = '@secretlint/secretlint-rule-';

/** Replaced by Roomside's own rules, which find more and mark only the secret. */
const replaced: ReadonlySet<string> = new Set(['basicauth', 'database-connection-string', 'gcp', 'privatekey']);
/** This rule lets comments disable the search. Shared files can come from other people, so it is not used. */
const filterComments = 'filter-comments';

const services: Readonly<Record<string, string>> = {
  '1password': '1Password',
  anthropic: 'Anthropic',
  aws: 'AWS',
  cloudflare: 'Cloudflare',
  databricks: 'Databricks',
  docker: 'Docker',
  figma: 'Figma',
  github: 'GitHub',
  gitlab: 'GitLab',
  grafana: 'Grafana',
  groq: 'Groq',
  'hashicorp-vault': 'HashiCorp Vault',
  huggingface: 'Hugging Face',
  linear: 'Linear',
  notion: 'Notion',
  npm: 'npm',
  openai: 'OpenAI',
  sendgrid: 'SendGrid',
  shopify: 'Shopify',
  slack: 'Slack',
  stripe: 'Stripe',
  tailscale: 'Tailscale',
  vercel: 'Vercel',
};

const used = (packaged as unknown as readonly PackagedRule[])
  .map((rule) => ({ rule, ruleId: rule.meta.id.slice(idPrefix.length) }))
  .filter(({ ruleId }) => ruleId !== filterComments && !replaced.has(ruleId));

/** The ids of the used rules. Rules of later versions are used automatically. */
export const secretlintRuleIds: readonly string[] = used.map(({ ruleId }) => ruleId);

/** These rules need what stands before a token. */
const contextRules: ReadonlySet<string> = new Set(['aws', 'npm']);
const context =
  /(?<=(?:ecret|ECRET)_?)(?:access|Access|ACCESS)|(?<=(?:aws|Aws|AWS)_?)(?:account|Account|ACCOUNT)|_authToken=|x-oauth-basic/;
/** Every known key and token is at least as long, and most words of a text are shorter. */
const minWordLength = 20;
const wordEnd = /[\w.+/=%:~@$?&!-]*/y;
/** For each UTF-16 unit: a table in which every unit is found is read in half the time. */
const isWordCharacter = new Uint8Array(0x1_00_00);
for (let code = 0; code < 128; code++)
  isWordCharacter[code] = Number(/[\w.+/=%:~@$?&!-]/.test(String.fromCharCode(code)));

/**
 * Words without keys: half of a lock file is hashes of packages [W3C Subresource Integrity], and Base64 of this length is a
 * picture, a font or a program, unless it begins as a key in PEM.
 */
const data = /sha512-[\w+/]{86}==|(?!LS0tLS1CRUdJTi)[A-Za-z\d+/]{4096,}={0,2}/y;

/** The long words of a text, one a line. Each character is not looked at: the search goes back from where such a word has to be. */
function longWords(text: string): TextView {
  const words = new ViewBuilder(wholeText(text), '\n');
  for (let start = 0; start + minWordLength <= text.length; ) {
    let end = start + minWordLength - 1;
    while (end >= start && isWordCharacter[text.charCodeAt(end)] === 1) end--;
    if (end >= start) {
      start = end + 1;
      continue;
    }
    end = endAt(wordEnd, text, start + minWordLength);
    if (endAt(data, text, start) < end) words.add(start, end);
    start = end;
  }
  return words.build();
}

/** Finds keys and tokens of services: those that secretlint knows, and other known forms. */
export function* findServiceKeys(text: string): Generator<SecretMatch> {
  const view = longWords(text);
  if (context.test(text)) yield* findBySecretlint(text, ({ ruleId }) => contextRules.has(ruleId));
  const inWords = [
    ...findBySecretlint(view.text, ({ ruleId }) => !contextRules.has(ruleId)),
    ...findKnownForms(view.text),
  ];
  for (const match of inWords) yield { ...match, ...view.rangeOf(match) };
}

function* findBySecretlint(
  text: string,
  isWanted: (rule: { readonly ruleId: string }) => boolean,
): Generator<SecretMatch> {
  for (const { rule, ruleId } of used.filter(isWanted)) {
    const found: SecretMatch[] = [];
    const service = services[ruleId];
    const report = ({ message, range }: Report) => {
      const at = secretRange(text, message, range);
      found.push({ ...at, ruleId, kind: kindOf(message.messageId), ...(service && { service }) });
    };
    const createTranslator = () => (messageId: string, values: Values) => ({ messageId, values });
    // Without a file name, the npm rule searches package.json content only.
    rule.create({ createTranslator, report }, {}).file({ content: text, filePath: '', ext: '' });
    yield* found;
  }
}

/**
 * Some rules report the length of the secret with the start of the name before it; the message contains the secret
 * itself.
 */
function secretRange(text: string, { values }: Report['message'], [start, end]: Report['range']): TextRange {
  const secret = Object.values(values ?? {}).find((value) => value.length === end - start);
  const at = secret === undefined ? -1 : text.indexOf(secret, start);
  return at < 0 ? { start, end } : { start: at, end: at + end - start };
}

function kindOf(messageId: string): SecretKind {
  if (/webhook$/i.test(messageId)) return 'webhook';
  return /key$/i.test(messageId) ? 'key' : 'token';
}
