import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';
import { guardLookup, isPublicAddress } from '#server/infra/public-address.ts';
import { BYTES_MAX, tooLargeMessage } from '#shared/cards/media-rules.ts';
import { AppError } from '#shared/contract/errors.ts';

/** Downloads a picture from an address that a user typed, without giving them access to our internal network. */

const TIMEOUT_MS = 10_000;
const REDIRECTS_MAX = 3;

const createUnreachable = () =>
  new AppError('invalid', 'We couldn’t load a picture from that address. Please upload the file instead.');

export interface RemoteOptions {
  /** Which addresses are allowed; tests allow their own machine. */
  mayReach?: (address: string) => boolean;
}

/**
 * The bytes behind an http(s) address, up to the maximum size of an image; throws an `AppError` worded for the person
 * who typed it.
 */
export async function downloadImage(
  typed: string,
  { mayReach = isPublicAddress }: RemoteOptions = {},
): Promise<{ bytes: Buffer; name: string }> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  let url = new URL(typed);
  for (let step = 0; step <= REDIRECTS_MAX; step += 1) {
    const response = await openConnection(url, mayReach, signal);
    const { statusCode = 0, headers } = response;
    if (
      statusCode >= 300 &&
      statusCode < 400 &&
      headers.location &&
      URL.canParse(headers.location, url.href)
    ) {
      response.destroy();
      url = new URL(headers.location, url);
      continue;
    }
    if (statusCode !== 200) {
      response.destroy();
      throw createUnreachable();
    }
    return { bytes: await readResponse(response, nameOf(url)), name: nameOf(url) };
  }
  throw createUnreachable();
}

function openConnection(
  url: URL,
  mayReach: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:';
  if (!isWeb || (isIP(host) && !mayReach(host))) throw createUnreachable();
  const { get } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const options = { lookup: guardLookup(mayReach), signal, agent: false, headers: { accept: 'image/*' } };
    const refuse = () => reject(createUnreachable());
    // The last event is `close`: an answer 101 has no other.
    get(url, options, resolve)
      .on('upgrade', (_response, socket) => socket.destroy())
      .on('error', refuse)
      .on('close', refuse);
  });
}

async function readResponse(response: IncomingMessage, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      length += chunk.length;
      if (length > BYTES_MAX.image) throw new AppError('too_large', tooLargeMessage(name, 'image'));
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof AppError ? error : createUnreachable();
  }
  return Buffer.concat(chunks);
}

/** The file's name in messages: the end of its path, or else its host. */
const nameOf = (url: URL): string => url.pathname.split('/').pop()?.slice(0, 80) || url.hostname;
