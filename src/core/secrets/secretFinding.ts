/** The kind of a secret, for its description. */
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

/** A range of a text in UTF-16 units; the end is exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A match of a rule: only the secret, without its name or URL. */
export interface SecretMatch extends TextRange {
  /** For example "github" of secretlint, or "private-key" of Roomside. */
  readonly ruleId: string;
  readonly kind: SecretKind;
  /** The service of the secret, for example "GitHub", if its format shows it. */
  readonly service?: string;
  /** The secret parts of the range, if not all of it: the lines of a key without indentation and headers. */
  readonly parts?: readonly TextRange[];
}

/** A secret with its position. */
export interface SecretFinding extends SecretMatch {
  /** 1-based. */
  readonly line: number;
  /** 1-based, in UTF-16 units as VS Code counts them. */
  readonly column: number;
  /** The first characters: enough to recognize a known secret, too few to use it. */
  readonly prefix: string;
}

/** Finds one kind of secret. Must run in linear time for any text. */
export type SecretRule = (text: string) => Iterable<SecretMatch>;
