/** The closed list of error codes, each with its HTTP status. */
export const ERROR_STATUS = {
  bad_request: 400,
  signed_out: 401,
  forbidden: 403,
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
}

/**
 * The only way to refuse a request. `message` is a sentence a person can act on; the screen shows it word for word.
 * `retryAfter` is in seconds and becomes the `Retry-After` header.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: FieldErrors | undefined;
  readonly retryAfter: number | undefined;

  constructor(code: ErrorCode, message: string, more: { fields?: FieldErrors; retryAfter?: number } = {}) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = more.fields;
    this.retryAfter = more.retryAfter;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(): ErrorBody {
    const body: ErrorBody = { message: this.message, code: this.code };
    return this.fields ? { ...body, fields: this.fields } : body;
  }
}
