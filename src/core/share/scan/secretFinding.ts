/** What a secret is, for the words about it. */
export type SecretKind =
  | 'private-key'
  | 'key'
  | 'token'
  | 'webhook'
  | 'password'
  | 'jwt'
  | 'authorization'
  | 'named-value'
  | 'high-entropy';

/** A piece of a text, in UTF-16 units from its start; the end is behind it. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** What a rule found: the secret itself, without the name or the address around it. */
export interface SecretMatch extends TextRange {
  /** For example "github" of the rules of secretlint, or "private-key" of our own. */
  readonly ruleId: string;
  readonly kind: SecretKind;
  /** The service it opens, for example "GitHub", where the shape tells. */
  readonly service?: string;
  /** What of the range is secret, where it is not all of it: the lines of a key without indentation and headers. */
  readonly parts?: readonly TextRange[];
}

/** A secret with its place. */
export interface SecretFinding extends SecretMatch {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units as VS Code counts them. */
  readonly column: number;
  /** The first characters, few enough to be shown to whoever knows the secret, and of no use to others. */
  readonly prefix: string;
}

/** Looks for one sort of secret. Its time must grow no faster than the text, whatever the text holds. */
export type SecretRule = (text: string) => Iterable<SecretMatch>;
