/** The validated token response of the service [A12]. */
export interface UpstreamTokens {
  readonly accessToken: string;
  /** Whole seconds, at least 0; `undefined` when missing or invalid. */
  readonly expiresInS: number | undefined;
  readonly refreshToken: string | undefined;
  readonly refreshExpiresInS: number | undefined;
}

/** Printable ASCII without spaces. A sealed refresh token must fit into the body of `/refresh`. */
const accessTokenPattern = /^[\x21-\x7e]{1,16384}$/;
const refreshTokenPattern = /^[\x20-\x7e]{1,8192}$/;

/** `undefined` when the access token is missing or could not be sent in a header. `token_type` is not required. */
export function parseTokenResponse(body: Readonly<Record<string, unknown>>): UpstreamTokens | undefined {
  const { access_token: accessToken, refresh_token: refreshToken } = body;
  if (typeof accessToken !== 'string' || !accessTokenPattern.test(accessToken)) return undefined;
  const isUsable = typeof refreshToken === 'string' && refreshTokenPattern.test(refreshToken);
  return {
    accessToken,
    expiresInS: secondsOf(body.expires_in),
    refreshToken: isUsable ? refreshToken : undefined,
    refreshExpiresInS: secondsOf(body.refresh_token_expires_in),
  };
}

/** A lifetime of 0 or less has expired. A lifetime that is not a number is unknown. */
function secondsOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  return Math.min(Number.MAX_SAFE_INTEGER, Math.max(0, Math.floor(number)));
}
