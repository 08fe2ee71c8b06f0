/** A request that is rejected with an error of the service API [A56]. */
export class ApiError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The error code of RFC 6749, in responses of the token endpoint. */
  readonly oauthError: string | undefined;

  /** `message` is shown to the client. */
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

/** 400: the request is invalid; `message` gives the reason. */
export function badRequest(message: string): ApiError {
  return new ApiError(400, message);
}

/** 404: the resource does not exist, or not for this caller. */
export function notFound(message: string): ApiError {
  return new ApiError(404, message);
}

/** The default message of a status [A56]. */
export const statusMessages: Readonly<Record<number, string>> = {
  400: 'The request was invalid or cannot be otherwise served.',
  401: 'The request requires valid access credentials.',
  403: 'The request is understood, but it has been refused or access is not allowed.',
  404: 'The requested resource could not be found.',
  405: 'The HTTP method is not supported by this resource.',
  409: 'The request conflicts with an established rule of the service.',
  415: 'The media type of the request is missing or not supported.',
  429: 'Too many requests have been sent in a given amount of time. Wait as long as Retry-After says.',
  500: 'Something went wrong on the server.',
  502: 'The server received an invalid response from an upstream server. Try again later.',
  503: 'The server is overloaded with requests. Try again later.',
};

/**
 * The JSON body of every error response. Its shape is not in the service API [X12]; it is the one that the service is
 * known to send.
 */
export function errorBody(message: string, trackingId: string): Record<string, unknown> {
  return { message, errors: [{ description: message }], trackingId };
}

/** The response for an `ApiError`. */
export function errorResponse(error: ApiError, trackingId: string): Response {
  const body = errorBody(error.message, trackingId);
  if (error.oauthError !== undefined) {
    body.error = error.oauthError;
    body.error_description = error.message;
  }
  return Response.json(body, { status: error.status, headers: { ...error.headers, trackingid: trackingId } });
}
