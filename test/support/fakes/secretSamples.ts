// Secrets that are generated when a test runs, so that no file of the project contains one.

const small = 'abcdefghijklmnopqrstuvwxyz';
const digits = '0123456789';
const hexadecimal = `${digits}abcdef`;
const letters = small + small.toUpperCase();
const base62 = letters + digits;
const base64 = `${base62}+/`;
const base64url = `${base62}-_`;

/** Random characters that are the same for the same seed. */
export class SecretSource {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 to below `limit` (mulberry32). */
  number(limit: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  }

  text(alphabet: string, length: number): string {
    return Array.from({ length }, () => alphabet[this.number(alphabet.length)]).join('');
  }

  base62(length: number): string {
    return this.text(base62, length);
  }

  base64url(length: number): string {
    return this.text(base64url, length);
  }

  hex(length: number): string {
    return this.text(hexadecimal, length);
  }

  /** Lines of 64 characters, as in PEM. */
  base64Lines(start: string, lineCount: number): string[] {
    return Array.from(
      { length: lineCount },
      (_, at) => (at === 0 ? start : '') + this.text(base64, 64 - (at ? 0 : start.length)),
    );
  }

  /** A strong password. */
  password(): string {
    return `${this.text(small, 4)}${this.text(digits, 3)}${this.text('!%^*?', 1)}${this.text(letters, 5)}${this.text(digits, 1)}`;
  }
}

/** A text, and its secrets: each a part of one line. */
export interface SecretSample {
  readonly name: string;
  readonly text: string;
  readonly secrets: readonly string[];
  /** The secretlint rule that finds it, if a version may lack it. */
  readonly ruleId?: string;
}

/** One secret of every kind that these rules find, each in its usual context. */
export function secretSamples(seed: number, ruleIds: readonly string[]): SecretSample[] {
  const source = new SecretSource(seed);
  const all = [...tokens(source), ...keys(source), ...values(source)];
  return all.filter(({ ruleId }) => ruleId === undefined || ruleIds.includes(ruleId));
}

function tokens(s: SecretSource): SecretSample[] {
  const sample = (name: string, secret: string, text = `const client = connect('${secret}');`): SecretSample => ({
    name,
    text,
    secrets: [secret],
  });
  const jwt = [JSON.stringify({ alg: 'HS256', typ: 'JWT' }), JSON.stringify({ sub: s.hex(12), iat: s.number(2 ** 31) })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .concat(s.base64url(43))
    .join('.');
  return [
    awsKey(s),
    sample('GitHub classic', `ghp_${s.base62(36)}`),
    sample('GitHub fine-grained', `github_pat_${s.base62(22)}_${s.base62(59)}`),
    sample('GitLab', `glpat-${s.base64url(20)}`),
    sample('GitLab runner', `glrt-${s.base64url(20)}`),
    sample('npm', `npm_${s.base62(36)}`),
    sample('Slack bot', `xoxb-${s.text(digits, 12)}-${s.text(digits, 12)}-${s.base62(24)}`),
    sample('Slack session', `xoxc-${s.text(digits, 12)}-${s.text(digits, 12)}-${s.hex(64)}`),
    sample(
      'Slack webhook',
      `https://hooks.slack.com/services/T${s.text(digits, 8)}/B${s.text(digits, 8)}/${s.base62(24)}`,
    ),
    sample('Discord webhook', `https://discord.com/api/webhooks/${s.text(digits, 18)}/${s.base64url(68)}`),
    { ...sample('Stripe', `sk_live_${s.base62(24)}`), ruleId: 'stripe' },
    sample('Shopify', `shpat_${s.hex(32)}`),
    { ...sample('Anthropic', `sk-ant-api03-${s.base64url(93)}AA`), ruleId: 'anthropic' },
    { ...sample('Groq', `gsk_${s.base62(52)}`), ruleId: 'groq' },
    { ...sample('Hugging Face', `hf_${s.text(letters, 34)}`), ruleId: 'huggingface' },
    sample('Linear', `lin_api_${s.base62(40)}`),
    { ...sample('Notion', `ntn_${s.text(digits, 11)}${s.base62(35)}`), ruleId: 'notion' },
    { ...sample('Vault', `hvs.${s.base64url(95)}`), ruleId: 'hashicorp-vault' },
    { ...sample('Databricks', `dapi${s.hex(32)}`), ruleId: 'databricks' },
    { ...sample('Docker', `dckr_pat_${s.base64url(27)}`), ruleId: 'docker' },
    { ...sample('Figma', `figd_${s.base64url(43)}`), ruleId: 'figma' },
    { ...sample('Tailscale', `tskey-auth-${s.base62(12)}-${s.base62(32)}`), ruleId: 'tailscale' },
    sample('Google', `AIza${s.base64url(35)}`),
    sample('PyPI', `pypi-AgE${s.base64url(80)}`),
    sample('DigitalOcean', `dop_v1_${s.hex(64)}`),
    sample('age', `AGE-SECRET-KEY-1${s.text(letters.slice(26) + digits, 58)}`),
    sample('web token', jwt),
    sample('web token in a header', jwt, `Authorization: Bearer ${jwt}`),
  ];
}

function awsKey(s: SecretSource): SecretSample {
  const key = s.text(base62, 40);
  return { name: 'AWS secret access key', text: `aws_secret_access_key = ${key}\nregion = eu-west-1`, secrets: [key] };
}

function keys(s: SecretSource): SecretSample[] {
  const head = (kind: string): string => `-----${'BEGIN'} ${kind}-----`;
  const tail = (kind: string): string => `-----${'END'} ${kind}-----`;
  const of = (name: string, kind: string, lines: string[], between: readonly string[] = []): SecretSample => ({
    name,
    text: [head(kind), ...between, ...lines, tail(kind)].join('\n'),
    secrets: lines,
  });
  const rsa = s.base64Lines('MIIEpAIBAAKCAQEA', 12);
  const cut = s.base64Lines('MIIEvQIBADANBgkq', 5);
  const escaped = s.base64Lines('MIIEvAIBADANBgkq', 10);
  const putty = s.base64Lines('AAAA', 4);
  return [
    of('RSA key', 'RSA PRIVATE KEY', rsa),
    of('PKCS #8 key', 'PRIVATE KEY', s.base64Lines('MIIEvQIBADANBgkq', 14)),
    of('OpenSSH key', 'OPENSSH PRIVATE KEY', s.base64Lines('b3BlbnNzaC1rZXktdjE', 6)),
    of('encrypted key', 'RSA PRIVATE KEY', s.base64Lines('', 8), [
      'Proc-Type: 4,ENCRYPTED',
      `DEK-Info: AES-128-CBC,${s.hex(32)}`,
      '',
    ]),
    of('PGP key', 'PGP PRIVATE KEY BLOCK', s.base64Lines('lQ', 10), ['Version: GnuPG v2', '']),
    {
      name: 'key without its end',
      text: [head('PRIVATE KEY'), ...cut, '', 'More words follow.'].join('\n'),
      secrets: cut,
    },
    {
      name: 'key in JSON',
      text: JSON.stringify({
        type: 'service_account',
        private_key: [head('PRIVATE KEY'), ...escaped, tail('PRIVATE KEY'), ''].join('\n'),
      }),
      secrets: escaped,
    },
    {
      name: 'indented key',
      text: `key: |\n${[head('EC PRIVATE KEY'), ...rsa, tail('EC PRIVATE KEY')].map((line) => `    ${line}`).join('\n')}\n`,
      secrets: rsa,
    },
    { name: 'PuTTY key', text: ['Private-Lines: 4', ...putty, 'Private-MAC: none'].join('\n'), secrets: putty },
  ];
}

function values(s: SecretSource): SecretSample[] {
  const sample = (name: string, secret: string, text: (secret: string) => string): SecretSample => ({
    name,
    text: text(secret),
    secrets: [secret],
  });
  return [
    sample('database address', s.password(), (each) => `const url = 'postgres://app:${each}@db.example.com:5432/app';`),
    sample('queue address', s.base62(12), (each) => `AMQP_URL=amqps://worker:${each}@queue.internal/jobs`),
    sample('connection string', s.password(), (each) => `Server=db;User Id=app;Password=${each};Encrypt=true`),
    sample(
      'Azure storage',
      `${s.text(base64, 86)}==`,
      (each) => `AccountName=app;AccountKey=${each};EndpointSuffix=core`,
    ),
    sample('bearer header', s.base62(40), (each) => `curl -H "Authorization: Bearer ${each}" https://api.example.com`),
    sample(
      'basic header',
      Buffer.from(`app:${s.base62(12)}`).toString('base64'),
      (each) => `Authorization: Basic ${each}`,
    ),
    sample('key header', s.hex(32), (each) => `headers: { 'X-Api-Key': '${each}' }`),
    sample('.env password', s.password(), (each) => `PORT=3000\nDB_PASSWORD=${each}\nDEBUG=true`),
    sample('.env token of letters', s.text(small, 18), (each) => `export SERVICE_TOKEN=${each}\n`),
    sample('password in code', s.password(), (each) => `const password = "${each}";`),
    sample('password with a type', s.password(), (each) => `const password: string | undefined = "${each}";`),
    sample('password of Rust', s.password(), (each) => `let password: &'static str = "${each}";`),
    sample('password of Go', s.password(), (each) => `var password string = "${each}"`),
    sample('password in place of a missing one', s.password(), (each) => `password: env.DB_PASSWORD || "${each}",`),
    sample('password for a missing variable', s.password(), (each) => `password = os.getenv("PW", "${each}")`),
    sample('variable of Kubernetes', s.password(), (each) => `- { name: DB_PASSWORD, value: "${each}" }`),
    sample('entry in JSON', s.password(), (each) => `{ "name": "password", "value": "${each}" }`),
    sample('resource of Android', s.base62(24), (each) => `<string name="api_key">${each}</string>`),
    sample('password in YAML', s.password(), (each) => `database:\n  user: app\n  password: '${each}'\n`),
    sample(
      'secret in JSON',
      `${s.base64url(31)}${s.text(digits, 1)}`,
      (each) => `{ "clientSecret": "${each}", "tenant": "example" }`,
    ),
    sample('secret in a string of JSON', s.base62(32), (each) =>
      JSON.stringify({ body: JSON.stringify({ apiKey: each }) }),
    ),
    sample('hexadecimal key', s.hex(64), (each) => `encryptionKey: '${each}',`),
    sample('authToken of .npmrc', s.base62(36), (each) => `//registry.example.com/:_authToken=${each}`),
    sample('.netrc', s.password(), (each) => `machine api.example.com\n  login app\n  password ${each}\n`),
    sample('random value of any name', `${s.base62(39)}${s.text(digits, 1)}`, (each) => `const seed = '${each}';`),
  ];
}
