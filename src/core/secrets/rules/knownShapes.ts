import type { SecretKind, SecretMatch } from '../secretFinding.ts';

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
