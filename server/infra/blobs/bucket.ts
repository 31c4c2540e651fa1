import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { GetObjectOutput, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '#server/config/files-settings.ts';
import { createGate, type GateRules } from '#server/infra/gate.ts';
import type { ByteRange } from './blobs.ts';
import { explainBucket, isKeyMissing, isTimeout, unanswered } from './bucket-errors.ts';
import type { Fetched } from './copy-under-way.ts';

/** An object as the bucket lists it. */
export interface ListedObject {
  key: string;
  bytes: number;
}

/** Bytes to send, or a file whose SHA-256, in hexadecimal, the bucket checks if it is known. */
export type Sent = Buffer | { file: string; sha256?: string | undefined };

/** Objects by their keys below S3_PREFIX. Throws a `BucketError` with a sentence for the operator. */
export interface Bucket {
  /** For sentences, like “bucket cards at s3.example.com”. */
  name: string;
  /** Null if there is no such object. */
  get(key: string, range?: ByteRange): Promise<Fetched | null>;
  /** Size in bytes; null if there is no such object. */
  sizeOf(key: string): Promise<number | null>;
  /** Resolves once the object is durable. */
  put(key: string, sent: Sent): Promise<void>;
  /** Resolves once no call that deletes it is under way. */
  delete(key: string): Promise<void>;
  /** All objects whose key begins so, by pages of 1,000. */
  list(prefix: string): AsyncIterable<ListedObject[]>;
  close(): void;
}

const CONNECT_MS = 2_000;
/** Without a byte in either direction. */
const IDLE_MS = 10_000;
/** Until an answer begins: to a question, and to what is sent with a file. */
const ANSWER_MS = 5_000;
const SEND_MS = 120_000;
const SOCKETS = 64;
const ATTEMPTS = 2;
/** Larger files go in parts, several at once. */
const PART_BYTES = 16 * 1024 * 1024;

/** Reads at once: what is read goes to disk as fast as it comes, so that a slow client holds no place for long. */
const READS: GateRules = {
  ...{ atOnce: 32, ofAccount: 1_000, waiting: 1_000, waitingOfAccount: 1_000 },
  timeoutMs: 5_000,
  rests: 0,
  yours: '',
  others: 'Too many files are being read right now. Please try again in a moment.',
};

const SOON = { requestTimeout: ANSWER_MS };

/** The end of a call, either way. */
interface Attempted {
  $metadata?: { attempts?: number };
}

/** Loads the client for S3 only here: it takes 20 MB of memory that nobody needs whose files are on disk. */
export async function openBucket(settings: BucketSettings): Promise<Bucket> {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { bucket: Bucket, prefix } = settings;
  const client = createClient(s3.S3Client, settings);
  const reads = createGate(READS);
  const at = (key: string) => ({ Bucket, Key: prefix + key });
  const explained = async <Result>(call: Promise<Result>) => {
    try {
      return await call;
    } catch (error) {
      throw explainBucket(error, settings);
    }
  };
  const orNull = <Result>(call: Promise<Result>) =>
    explained(call.catch((error: unknown) => (isKeyMissing(error) ? null : Promise.reject(error))));

  const putFile = (key: string, sent: Exclude<Sent, Buffer>) =>
    sendFile(s3, { client, Upload }, at(key), sent);
  return {
    name: nameOf(settings),
    async get(key, range) {
      const leave = await reads.enter('');
      const Range = range && `bytes=${range.start}-${range.end}`;
      const asked = orNull(client.send(new s3.GetObjectCommand({ ...at(key), Range }), SOON));
      const found = await whileOpen(asked, leave);
      return found && { ...found, body: explainBody(found.body, settings) };
    },
    async sizeOf(key) {
      const found = await orNull(client.send(new s3.HeadObjectCommand(at(key)), SOON));
      return found && (found.ContentLength ?? 0);
    },
    put: (key, sent) =>
      explained(
        Buffer.isBuffer(sent)
          ? client.send(new s3.PutObjectCommand({ ...at(key), Body: sent })).then(() => {})
          : // The client sends no stream again, but its file can be, once, after a connection that broke.
            putFile(key, sent).catch((error: unknown) => {
              if (isTimeout(error) || explainBucket(error, settings).isRefusal) throw error;
              return putFile(key, sent);
            }),
      ),
    delete: (key) =>
      explained(requireOneCall(client.send(new s3.DeleteObjectCommand(at(key)), SOON), settings)),
    async *list(start) {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket, Prefix: prefix + start });
      try {
        for await (const { Contents = [] } of pages)
          yield Contents.map(({ Key = '', Size = 0 }) => ({ key: Key.slice(prefix.length), bytes: Size }));
      } catch (error) {
        throw explainBucket(error, settings);
      }
    },
    close() {
      reads.close();
      client.destroy();
    },
  };
}

/** Throws if the client repeated the call: whatever the bucket says to the second, it may carry out the first yet. */
async function requireOneCall(asked: Promise<Attempted>, settings: BucketSettings): Promise<void> {
  const { $metadata } = await asked.catch((error: Attempted) => error);
  if (($metadata?.attempts ?? 1) > 1) throw unanswered('it was asked twice to delete a file', settings);
  await asked;
}

/** Calls `leave` once the body was read, or if there is none. */
async function whileOpen(asked: Promise<GetObjectOutput | null>, leave: () => void): Promise<Fetched | null> {
  const found = await asked.catch((error: unknown) => {
    leave();
    throw error;
  });
  if (!found) {
    leave();
    return null;
  }
  const body = found.Body as Readable;
  body.once('close', leave);
  const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1];
  return { bytes: Number(whole ?? found.ContentLength), body };
}

/** Fails as calls do where the bytes break off or stop coming. */
function explainBody(body: Readable, settings: BucketSettings): Readable {
  const explained = new PassThrough();
  // It may break off before anybody reads; whoever reads then is told.
  explained.on('error', () => {});
  body.once('error', (error) => explained.destroy(explainBucket(error, settings)));
  explained.once('close', () => body.destroy());
  return body.pipe(explained);
}

/** Sends a file, in parts if it is large. */
async function sendFile(
  s3: typeof import('@aws-sdk/client-s3'),
  { client, Upload }: { client: S3Client; Upload: typeof import('@aws-sdk/lib-storage').Upload },
  at: { Bucket: string; Key: string },
  { file, sha256 }: Exclude<Sent, Buffer>,
): Promise<void> {
  const { size } = await fs.stat(file);
  const body = createReadStream(file);
  const params = { ...at, Body: body };
  try {
    if (size > PART_BYTES) {
      await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done();
      return;
    }
    const command = new s3.PutObjectCommand({ ...params, ContentLength: size });
    if (sha256) signBody(command, sha256);
    await client.send(command);
  } finally {
    // The client leaves it open when a call fails.
    body.destroy();
  }
}

function createClient(Client: typeof S3Client, settings: BucketSettings): S3Client {
  const { endpoint, region, accessKeyId, secretAccessKey, forcePathStyle } = settings;
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  return new Client({
    ...(endpoint === undefined ? {} : { endpoint }),
    region,
    forcePathStyle,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: ATTEMPTS,
    // Many stores that speak S3 know no other checksums than those of the signature.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      requestTimeout: SEND_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** Signs the hash of a stream, which the bucket compares with what arrives (Signature Version 4, x-amz-content-sha256). */
function signBody(command: { middlewareStack: MiddlewareStack }, sha256: string): void {
  command.middlewareStack.add(
    (next) => (args) => {
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build', name: 'signBody' },
  );
}

type MiddlewareStack = InstanceType<typeof import('@aws-sdk/client-s3').PutObjectCommand>['middlewareStack'];

const nameOf = ({ bucket, prefix, endpoint }: BucketSettings) =>
  `bucket ${bucket}${prefix && ` (below ${prefix})`}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`;
