/** A request refused for a reason of the interface [A56]. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The error code of RFC 6749, on answers of the token endpoint. */
  readonly oauthError: string | undefined;

  /** `message` is shown to the caller as it is. */
  constructor(
    status: number,
    message: string,
    facts: { headers?: Readonly<Record<string, string>>; oauthError?: string } = {},
  ) {
    super(message);
    this.status = status;
    this.headers = facts.headers ?? {};
    this.oauthError = facts.oauthError;
  }
}

/** 400: the request is invalid; `message` says what is wrong with it. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, message);
}

/** 404: the resource does not exist, or not for this caller. */
export function notFound(message: string): ApiError {
  return new ApiError(404, message);
}
