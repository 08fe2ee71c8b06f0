/** What the service gives [A12], checked. */
export interface UpstreamTokens {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` when the service does not say or says nonsense. */
  readonly expiresInS: number | undefined;
  readonly refreshToken: string | undefined;
  readonly refreshExpiresInS: number | undefined;
}

/** Printable ASCII without spaces; sealed, a refresh token must still fit into the body of `/refresh`. */
const shapeOfAccessToken = /^[\x21-\x7e]{1,16384}$/;
const shapeOfRefreshToken = /^[\x20-\x7e]{1,8192}$/;

/** `undefined` when there is no access token in it, or one that nobody could send. No `token_type` is promised. */
export function parseTokenResponse(body: Readonly<Record<string, unknown>>): UpstreamTokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken } = body;
  if (typeof accessToken !== 'string' || !shapeOfAccessToken.test(accessToken)) return undefined;
  const isUsable = typeof refreshToken === 'string' && shapeOfRefreshToken.test(refreshToken);
  return {
    accessToken,
    expiresInS: secondsOf(body.expires_in),
    refreshToken: isUsable ? refreshToken : undefined,
    refreshExpiresInS: secondsOf(body.refresh_token_expires_in),
  };
}

/** A lifetime of 0 or less has passed already; one that is no number is not known. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(number)));
}
