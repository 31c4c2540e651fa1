import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { type AppleSettings, type PassCertificate, passCertificate } from '#server/config/apple-settings.ts';
import type { AppContext } from '#server/context.ts';
import type { Db } from '#server/db/open.ts';
import { HELD_REASON } from '#server/infra/hold/hold.ts';
import { createThreadPool, type ThreadTurn } from '#server/infra/thread-pool.ts';
import { type Apns, type ApnsOutcome, createApns } from '#server/sharing/wallet/apns.ts';
import { loadDevelopmentChain } from '#server/sharing/wallet/development-chain.ts';
import { AppError } from '#shared/contract/errors.ts';

declare module '#server/context.ts' {
  interface AppContext {
    apple: AppleWallet;
  }
}

/** Apple Wallet as this process uses it: the certificate, the thread that signs, kept passes, and push messages. */

const APNS = 'https://api.push.apple.com';
/** A signature takes some 20 ms in a thread. Beyond this many it is better to refuse than to wait for seconds. */
const WAITING_MAX = 100;
const RETRY_AFTER_SECONDS = 5;
/** Signed passes in memory. */
const KEPT_BYTES = 32 * 1024 * 1024;

/**
 * Plain text, as in `password-threads.ts`: the library signs in JavaScript, which would hold up everybody else in the
 * main thread.
 */
const THREAD = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { PKPass } = require(workerData.library);
  parentPort.on('message', ({ files, certificate, key, issuer }) => {
    try {
      const buffers = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
      const pass = new PKPass(buffers, { signerCert: certificate, signerKey: key, wwdr: issuer });
      parentPort.postMessage({ value: pass.getAsBuffer() });
    } catch (error) {
      parentPort.postMessage({ error: 'A pass could not be signed: ' + error.message });
    }
  });`;

/** The files of a pass by name, before the manifest and the signature. */
export type PassFiles = Record<string, Buffer>;

type Work = { files: PassFiles } & Pick<PassCertificate, 'certificate' | 'key' | 'issuer'>;

export interface AppleWallet {
  /** True if passes are signed with a certificate of Apple's, so that iPhones take them. */
  readonly isTrusted: boolean;
  /** When Apple's certificate expires or expired; undefined without one. */
  readonly validUntil: Date | undefined;
  /** True if there is a push service to tell devices through; once the certificate has expired, its messages wait. */
  readonly hasPushService: boolean;
  /** True if devices are told of changes now. */
  readonly pushes: boolean;
  /** The certificate that signs passes now. */
  certificate(): Promise<PassCertificate>;
  /** The pass type of the passes that devices have, also after the certificate expired. */
  passTypeId(): Promise<string>;
  /** A signed pass (a .pkpass file), kept under `key`. Throws 503 with Retry-After when too many wait. */
  signed(key: string, turn: ThreadTurn, make: () => Promise<PassFiles>): Promise<Buffer>;
  push(token: string): Promise<ApnsOutcome>;
  close(): Promise<void>;
}

function startThread(): Worker {
  const library = createRequire(import.meta.url).resolve('passkit-generator');
  return new Worker(THREAD, { eval: true, execArgv: [], workerData: { library } });
}

/** Signs passes in a thread, and keeps them by key; one that is being signed is waited for by all who ask. */
function createSigner(certificate: () => Promise<PassCertificate>) {
  const threads = createThreadPool<Work, Uint8Array>({
    start: startThread,
    threadsMax: 1,
    waitingMax: WAITING_MAX,
    refusal: () =>
      new AppError('unavailable', 'We’re creating many passes right now. Please try again in a moment.', {
        retryAfter: RETRY_AFTER_SECONDS,
      }),
  });
  const kept = new LRUCache<string, Buffer>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (pass) => Math.max(1, pass.length),
  });
  const beingMade = new Map<string, Promise<Buffer>>();
  const make = async (key: string, turn: ThreadTurn, files: () => Promise<PassFiles>): Promise<Buffer> => {
    const { certificate: own, key: privateKey, issuer } = await certificate();
    const work = { files: await files(), certificate: own, key: privateKey, issuer };
    const pass = Buffer.from(await threads.run(work, turn));
    kept.set(key, pass);
    return pass;
  };
  return {
    signed(key: string, turn: ThreadTurn, files: () => Promise<PassFiles>): Promise<Buffer> {
      const known = kept.get(key);
      if (known) return Promise.resolve(known);
      const running = beingMade.get(key);
      if (running) return running;
      const made = make(key, turn, files).finally(() => beingMade.delete(key));
      beingMade.set(key, made);
      return made;
    },
    close: () => threads.close(),
  };
}

export function createAppleWallet(
  settings: AppleSettings,
  db: Db,
  { now, hold }: Pick<AppContext, 'now' | 'hold'>,
): AppleWallet {
  const apnsUrl = settings.apnsUrl ?? (settings.certificate ? APNS : undefined);
  const isTrusted = () => passCertificate.ability(settings.certificate, now());
  const isExpired = () => settings.certificate !== undefined && !isTrusted();
  let development: Promise<PassCertificate> | undefined;
  let apns: Apns | undefined;
  const certificate = async (): Promise<PassCertificate> => {
    if (settings.certificate && isTrusted()) return settings.certificate;
    development ??= loadDevelopmentChain(db, now());
    return development.catch((error: unknown) => {
      // The database was away: the next pass tries again.
      development = undefined;
      throw error;
    });
  };
  const signer = createSigner(certificate);
  return {
    get isTrusted() {
      return isTrusted();
    },
    validUntil: settings.certificate?.validUntil,
    hasPushService: apnsUrl !== undefined,
    get pushes() {
      return apnsUrl !== undefined && !isExpired();
    },
    certificate,
    passTypeId: async () => (settings.certificate ?? (await certificate())).passTypeId,
    signed: signer.signed,
    async push(token) {
      if (hold.isOn) return { kind: 'later', reason: HELD_REASON, waitMs: null };
      if (!apnsUrl) return { kind: 'later', reason: 'There is no certificate', waitMs: null };
      const identity = await certificate();
      apns ??= createApns({ url: apnsUrl, topic: identity.passTypeId, identity });
      return apns.push(token);
    },
    async close() {
      apns?.close();
      await signer.close();
    },
  };
}
