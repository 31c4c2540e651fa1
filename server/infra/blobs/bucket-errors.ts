import type { BucketSettings } from '#server/config/files-settings.ts';
import { describeError } from '#server/infra/describe-error.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Failures of a bucket, in sentences. */

/** People are told to try again; the operator has a sentence that says why. */
export class BucketError extends AppError {
  /** For the operator. */
  readonly sentence: string;
  /** True if it would fail with these settings again; false for one that does not answer. */
  readonly isRefusal: boolean;

  constructor(sentence: string, isRefusal: boolean) {
    super('unavailable', 'Photos and files aren’t available right now. Please try again in a moment.', {
      retryAfter: 5,
    });
    this.sentence = sentence;
    this.isRefusal = isRefusal;
  }
}

interface Failure {
  name?: string;
  Code?: string;
  /** Of the system. */
  code?: string;
  $metadata?: { httpStatusCode?: number };
}

export const isKeyMissing = (error: unknown): boolean => (error as Failure).name === 'NoSuchKey';

/** A 404 that does not say what is missing, as to HEAD, may mean the object or the bucket. */
export const isBareMissing = (error: unknown): boolean => {
  const { name, Code, $metadata } = error as Failure;
  return name === 'NotFound' || ($metadata?.httpStatusCode === 404 && Code === undefined);
};

/** False of a call that may be carried out yet: a gateway that had no answer from the store gives no code of the store. */
export const isAnswered = (error: unknown): boolean => {
  const { Code, $metadata } = error as Failure;
  const status = $metadata?.httpStatusCode;
  return status !== undefined && (status < 500 || Code !== undefined);
};

/** The client calls a connection that broke a timeout, too. */
const BROKEN = ['ECONNRESET', 'EPIPE'];

/** True of a call that was waited for: whoever asked should not wait for it once more. */
export const isTimeout = (error: unknown): boolean => {
  const { name, code = '' } = error as Failure;
  return name === 'TimeoutError' && !BROKEN.includes(code);
};

/** The failure of a call as a `BucketError`. */
export function explainBucket(error: unknown, settings: BucketSettings): BucketError {
  if (error instanceof BucketError) return error;
  const { name = '', Code, $metadata } = error as Failure;
  const sentence = sentenceOf(Code ?? name, $metadata?.httpStatusCode, settings);
  if (sentence) return new BucketError(sentence, true);
  const why = isBareMissing(error)
    ? 'it says 404 and not of what. Correct S3_ENDPOINT, or the proxy before it.'
    : describeError(error);
  return unanswered(why, settings);
}

function unanswered(why: string, { endpoint, region }: BucketSettings): BucketError {
  const where = endpoint ? new URL(endpoint).host : `AWS in ${region}`;
  return new BucketError(`The bucket at ${where} does not answer: ${why}`, false);
}

/** Source: Amazon S3 API Reference, “Error responses”. */
function sentenceOf(code: string, status: number | undefined, { bucket, region }: BucketSettings) {
  switch (code) {
    case 'NoSuchBucket':
      return `There is no bucket ${bucket}. Create it, or correct S3_BUCKET or S3_ENDPOINT.`;
    case 'InvalidAccessKeyId':
      return 'The bucket does not know this S3_ACCESS_KEY_ID. Correct it, or S3_ENDPOINT.';
    case 'SignatureDoesNotMatch':
      return 'S3_SECRET_ACCESS_KEY does not belong to S3_ACCESS_KEY_ID. Copy both again.';
    case 'RequestTimeTooSkewed':
      return 'The clock of this machine is wrong, so the bucket does not believe its signatures. Set the clock.';
    case 'AuthorizationHeaderMalformed':
    case 'PermanentRedirect':
    case 'IllegalLocationConstraintException':
      return `The bucket ${bucket} is not in ${region}. Correct S3_REGION.`;
  }
  if (status === 301 || status === 307) return `The bucket ${bucket} is not in ${region}. Correct S3_REGION.`;
  if (status === 401 || status === 403)
    return `The bucket ${bucket} refuses this key (${code || status}). It needs s3:ListBucket for the bucket, and s3:GetObject, s3:PutObject and s3:DeleteObject for what is in it.`;
  return null;
}
