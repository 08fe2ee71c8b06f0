// The only file that imports secretlint. It is part of a lazy chunk, loaded with the scanner.
import { rules as packaged } from '@secretlint/secretlint-rule-preset-recommend';
import type { SecretKind, SecretMatch, TextRange } from '../secretFinding.ts';

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

/** Finds keys and tokens that secretlint knows. */
export function* findBySecretlint(text: string): Generator<SecretMatch> {
  for (const { rule, ruleId } of used) {
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

interface Shape {
  readonly pattern: RegExp;
  readonly service: string;
  readonly kind: SecretKind;
}

const shape = (service: string, kind: SecretKind, pattern: RegExp): Shape => ({ service, kind, pattern });

/** Formats that secretlint does not cover. Every repetition that a match can start in is bounded. */
const shapes: readonly Shape[] = [
  shape('age', 'private-key', /\bAGE-SECRET-KEY-1[\dA-Z]{58}\b/g),
  shape('Atlassian', 'token', /\bATATT3[\w=-]{60,255}/g),
  shape('AWS', 'key', /\baws_session_token["']?\s{0,4}[=:]\s{0,4}["']?([\w+/=-]{100,2048})/g),
  shape('Azure', 'key', /\bAccountKey=([\w+/]{40,100}={0,2})/g),
  shape('Azure', 'key', /\bSharedAccessKey=([\w+/]{40,100}={0,2})/g),
  shape('Azure', 'token', /[?&;]sig=([\w%+/-]{40,120}(?:%3D|=){0,2})/g),
  shape('crates.io', 'token', /(?<![\w-])cio[A-Za-z\d]{32}(?![\w-])/g),
  shape('DigitalOcean', 'token', /(?<!\w)do[opr]_v1_[a-f\d]{64}(?!\w)/g),
  shape(
    'Discord',
    'webhook',
    /\bhttps:\/\/(?:\w{1,16}\.)?discord(?:app)?\.com\/api\/webhooks\/\d{1,24}\/[\w-]{40,100}/g,
  ),
  shape('Doppler', 'token', /(?<![\w.])dp\.(?:pt|st|sa|ct|scim|audit)\.[\w.-]{40,80}/g),
  shape('GitLab', 'token', /(?<![\w-])gl(?:pat|ptt|dt|rt|rtr|cbt|ft|soat|agent|imt|ffct)-[\w-]{20,128}/g),
  shape('Google', 'key', /(?<![\w-])AIza[\w-]{35}(?![\w-])/g),
  shape('Google', 'key', /(?<![\w-])GOCSPX-[\w-]{28}(?![\w-])/g),
  shape('Google', 'token', /(?<!\w)ya29\.[\w-]{30,2048}/g),
  shape('Microsoft Teams', 'webhook', /\bhttps:\/\/[\w-]{1,63}\.webhook\.office\.com\/webhookb2\/[\w@/-]{60,400}/g),
  shape('New Relic', 'key', /(?<![\w-])NRAK-[A-Z\d]{27}(?![\w-])/g),
  shape('OpenRouter', 'key', /(?<![\w-])sk-or-v1-[a-f\d]{64}(?!\w)/g),
  shape('Postman', 'key', /(?<![\w-])PMAK-[a-f\d]{24}-[a-f\d]{34}(?!\w)/g),
  shape('PyPI', 'token', /(?<![\w-])pypi-AgE[\w-]{50,1024}/g),
  shape('RubyGems', 'key', /(?<!\w)rubygems_[a-f\d]{48}(?!\w)/g),
  shape('Sentry', 'token', /(?<!\w)sntry[su]_[\w+/=-]{60,512}/g),
  shape('Slack', 'token', /(?<![\w-])xox[cdes](?:\.xox[bp])?-[\w%-]{20,400}/g),
  shape('Square', 'token', /(?<![\w-])sq0(?:atp|csp)-[\w-]{22,43}(?![\w-])/g),
  shape('Telegram', 'token', /(?<![\w:])\d{8,10}:AA[\w-]{33}(?![\w-])/g),
  shape('Twilio', 'key', /(?<!\w)SK[a-f\d]{32}(?!\w)/g),
];

/** One combined pattern takes half the time of separate ones, and almost no text matches. */
const anyShape = new RegExp(shapes.map(({ pattern }) => `(?:${pattern.source})`).join('|'));

/** Finds keys and tokens of services with a distinctive format. */
export function* findKnownShapes(text: string): Generator<SecretMatch> {
  if (!anyShape.test(text)) return;
  for (const { pattern, service, kind } of shapes) {
    for (const { 0: whole, 1: secret = whole, index } of text.matchAll(pattern)) {
      const start = index + whole.lastIndexOf(secret);
      yield { start, end: start + secret.length, ruleId: 'known-shape', kind, service };
    }
  }
}
