import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import { type Readable, Transform } from 'node:stream';
import type { DeleteObjectCommand, GetObjectOutput, S3Client } from '@aws-sdk/client-s3';
import type { BucketSettings } from '#server/config/files-settings.ts';
import { createGate, type GateRules } from '#server/infra/gate.ts';
import type { ByteRange } from './blobs.ts';
import {
  BucketError,
  explainBucket,
  isAnswered,
  isBareMissing,
  isKeyMissing,
  isTimeout,
} from './bucket-errors.ts';
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

const FIRST_BYTE: ByteRange = { start: 0, end: 0 };

/** Loads the client for S3 only here: it takes 20 MB of memory that nobody needs whose files are on disk. */
export async function openBucket(settings: BucketSettings): Promise<Bucket> {
  const [s3, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')]);
  const { bucket: Bucket, prefix } = settings;
  const client = createClient(s3.S3Client, settings);
  const at = placeIn(settings);
  const explained = explainedBy(settings);
  const { get, sizeOf, orNullByGet, close } = createReads(s3, client, settings);

  const putFile = (key: string, sent: Exclude<Sent, Buffer>) =>
    sendFile(s3, { client, Upload }, at(key), sent);
  return {
    name: nameOf(settings),
    get,
    sizeOf,
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
    async delete(key) {
      const command = new s3.DeleteObjectCommand(at(key));
      repeatIfAnswered(command, settings);
      const found = await orNullByGet(key, client.send(command, SOON));
      if (found && 'Body' in found)
        throw new BucketError(`The ${nameOf(settings)} says that a file is not there, and sends it.`, false);
    },
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
      close();
      client.destroy();
    },
  };
}

const placeIn =
  ({ bucket, prefix }: BucketSettings) =>
  (key: string) => ({ Bucket: bucket, Key: prefix + key });

const explainedBy =
  (settings: BucketSettings) =>
  <Result>(call: Promise<Result>) =>
    call.catch((error: unknown) => Promise.reject(explainBucket(error, settings)));

/** The calls that tell what is there. */
function createReads(s3: typeof import('@aws-sdk/client-s3'), client: S3Client, settings: BucketSettings) {
  const reads = createGate(READS);
  const explained = explainedBy(settings);
  const at = placeIn(settings);
  const ask = (key: string, range: ByteRange | undefined) => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    return client.send(new s3.GetObjectCommand({ ...at(key), Range }), SOON);
  };
  const orNull = <Result>(call: Promise<Result>) =>
    explained(call.catch((error: unknown) => (isKeyMissing(error) ? null : Promise.reject(error))));
  /** Null if there is no such object; where the call is not told whether the bucket is missing, GET is. */
  const orNullByGet = <Result>(key: string, call: Promise<Result>) =>
    orNull<Result | GetObjectOutput>(
      call.catch(async (error: unknown) => {
        if (!isBareMissing(error)) throw error;
        const found = await ask(key, FIRST_BYTE);
        (found.Body as Readable).destroy();
        return found;
      }),
    );
  const sizeOf = async (key: string) => {
    const found = await orNullByGet(key, client.send(new s3.HeadObjectCommand(at(key)), SOON));
    if (!found) return null;
    const bytes = lengthOf(found);
    if (bytes !== undefined) return bytes;
    throw new BucketError(
      `The ${nameOf(settings)} tells the length of no file. Let it, or the proxy before it, send Content-Length.`,
      true,
    );
  };
  const get = async (key: string, range?: ByteRange): Promise<Fetched | null> => {
    const leave = await reads.enter('');
    const found = await whileOpen(orNull(ask(key, range)), leave);
    if (!found) return null;
    const isPart = found.ContentRange !== undefined;
    const body = explainBody(found.Body as Readable, settings, isPart ? undefined : range);
    try {
      const bytes = lengthOf(found) ?? (await sizeOf(key));
      if (bytes !== null) return { bytes, body };
    } catch (error) {
      body.destroy();
      throw error;
    }
    body.destroy();
    return null;
  };
  return { get, sizeOf, orNullByGet, close: reads.close };
}

/** Calls `leave` once the body was read, or if there is none. */
async function whileOpen(asked: Promise<GetObjectOutput | null>, leave: () => void) {
  const found = await asked.catch((error: unknown) => {
    leave();
    throw error;
  });
  if (!found) {
    leave();
    return null;
  }
  (found.Body as Readable).once('close', leave);
  return found;
}

/** Of the whole object; undefined where a server sends it piece by piece. */
function lengthOf({ ContentRange = '', ContentLength }: GetObjectOutput): number | undefined {
  const whole = /\/(\d+)$/.exec(ContentRange)?.[1];
  return whole === undefined ? ContentLength : Number(whole);
}

/** Fails as calls do where the bytes break off or stop coming; keeps only `part` of them, as for a server that ignores ranges. */
function explainBody(body: Readable, settings: BucketSettings, part?: ByteRange): Readable {
  const { start, end } = part ?? { start: 0, end: Number.POSITIVE_INFINITY };
  let at = 0;
  const explained = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const wanted = piece.subarray(Math.max(0, start - at), Math.max(0, end + 1 - at));
      at += piece.length;
      done(null, wanted);
      if (at <= end) return;
      body.unpipe(explained);
      explained.end();
    },
  });
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

/** Keeps the client from repeating a call without an answer: whatever the second is told, the first may be carried out yet. */
function repeatIfAnswered(command: DeleteObjectCommand, settings: BucketSettings): void {
  command.middlewareStack.add(
    (next) => (args) =>
      next(args).catch((error: unknown) => {
        throw isAnswered(error) ? error : explainBucket(error, settings);
      }),
    { step: 'finalizeRequest', priority: 'low', name: 'repeatIfAnswered' },
  );
}

type MiddlewareStack = InstanceType<typeof import('@aws-sdk/client-s3').PutObjectCommand>['middlewareStack'];

const nameOf = ({ bucket, prefix, endpoint }: BucketSettings) =>
  `bucket ${bucket}${prefix && ` (below ${prefix})`}${endpoint ? ` at ${new URL(endpoint).host}` : ''}`;
