/** The closed list of error codes, each with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  signed_out: 401,
  forbidden: 403,
  /** Signed in, but this asks for another proof of identity first: `POST /api/account/confirm`. */
  identity_required: 403,
  /** A code is missing. At sign-in, where nobody is signed in yet, its status is 401. */
  two_step_required: 403,
  /** An administrator has suspended the account: it can only be exported and deleted. */
  suspended: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** Maps a field path ("email", "social.linkedin") to the message shown below that field. */
export type FieldErrors = Record<string, string>;

/** The body of every error reply. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: FieldErrors;
  /** On a conflict with a newer version: what is stored now, as the GET of the same path returns it. */
  current?: object;
}

/**
 * The only way to refuse a request. `message` is a sentence a person can act on; the screen shows it word for word.
 * `retryAfter` is in seconds and becomes the `Retry-After` header. `current` must have passed the schema that the GET
 * returns: everything in it is sent.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: FieldErrors | undefined;
  readonly current: object | undefined;
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: { fields?: FieldErrors; current?: object; retryAfter?: number; status?: number } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.status = more.status ?? ERROR_STATUS[code];
    this.fields = more.fields;
    this.current = more.current;
    this.retryAfter = more.retryAfter;
  }

  toBody(): ErrorBody {
    const body: ErrorBody = { message: this.message, code: this.code };
    if (this.fields) body.fields = this.fields;
    if (this.current) body.current = this.current;
    return body;
  }
}
