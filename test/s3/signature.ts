import { createHash, createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/**
 * Checks a request's signature as the specification says (Amazon S3 API Reference, “Authenticating Requests: Using the
 * Authorization Header”, AWS Signature Version 4).
 */

export interface BucketKey {
  accessKeyId: string;
  secretAccessKey: string;
  region: string;
}

const SKEW_MS = 15 * 60 * 1000;
const UNSIGNED = 'UNSIGNED-PAYLOAD';

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
/** As RFC 3986: also what `encodeURIComponent` leaves. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** The code of the error that the request gets; null if everything is right. */
export function findFault(request: IncomingMessage, body: Buffer, key: BucketKey): string | null {
  const { headers } = request;
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  const [, id, day = '', region, names = '', signature] = given ?? [];
  if (!given) return 'AccessDenied';
  if (id !== key.accessKeyId) return 'InvalidAccessKeyId';
  if (region !== key.region) return 'AuthorizationHeaderMalformed';
  const at = String(headers['x-amz-date']);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - time) < SKEW_MS) || !at.startsWith(day)) return 'RequestTimeTooSkewed';
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return 'AccessDenied';
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', at, scope, sha256(canonical(request, signed))].join('\n');
  const secret = hmac(hmac(hmac(hmac(`AWS4${key.secretAccessKey}`, day), region), 's3'), 'aws4_request');
  if (hmac(secret, toSign).toString('hex') !== signature) return 'SignatureDoesNotMatch';
  const content = headers['x-amz-content-sha256'];
  return content === UNSIGNED || content === sha256(body) ? null : 'XAmzContentSHA256Mismatch';
}

function canonical({ method, url = '', headers }: IncomingMessage, signed: string[]): string {
  const { pathname, searchParams } = new URL(url, 'http://host');
  const query = [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const lines = signed.map((name) => `${name}:${String(headers[name]).trim().replace(/ +/g, ' ')}\n`);
  return [method, pathname, query, lines.join(''), signed.join(';'), headers['x-amz-content-sha256']].join(
    '\n',
  );
}
