import type { IncomingMessage } from 'node:http';
import { readBody } from '#server/infra/http/body/read-body.ts';
import { unreadable } from '#server/infra/http/refusals.ts';
import { AppError } from '#shared/contract/errors.ts';

/**
 * JSON bodies with limits checked before parsing: `JSON.parse` of a hostile megabyte blocks the event loop for a
 * quarter of a second.
 */

const DEPTH_MAX = 32;
const ITEMS_MAX = 10_000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** A JSON body of at most `limit` bytes; undefined for an empty one, which clients send for calls without fields. */
export async function readJson(request: IncomingMessage, limit: number): Promise<unknown> {
  const bytes = await readBody(request, limit);
  return bytes.length === 0 ? undefined : parseBoundedJson(bytes);
}

/**
 * Parses JSON with at most 32 levels and 10,000 keys and elements. Throws 400 for more, for anything that is not JSON,
 * and for `__proto__` and `constructor.prototype`, which have no place in a body.
 */
export function parseBoundedJson(bytes: Buffer): unknown {
  refuseUnbounded(bytes);
  const text = bytes.toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text.startsWith('\uFEFF') ? text.slice(1) : text);
  } catch {
    throw unreadable();
  }
  refusePrototypes(json);
  return json;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function refusePrototypes(json: unknown): void {
  const waiting = [json];
  while (waiting.length) {
    const value = waiting.pop();
    if (!isObject(value)) continue;
    for (const [key, inner] of Object.entries(value)) {
      const replacesPrototype = key === 'constructor' && isObject(inner) && Object.hasOwn(inner, 'prototype');
      if (replacesPrototype || key === '__proto__') throw unreadable();
      waiting.push(inner);
    }
  }
}

/** One pass over the bytes between strings; the strings themselves are skipped. */
function refuseUnbounded(bytes: Buffer): void {
  let depth = 0;
  let items = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) at = endOfString(bytes, at);
    else if (byte === COMMA) items += 1;
    else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      items += 1;
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    if (depth > DEPTH_MAX || items > ITEMS_MAX) {
      throw new AppError('bad_request', 'That request has too many fields. Please send fewer.');
    }
  }
}

/** Index of the closing quote of the string that begins at `start`; the end of the bytes if there is none. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(QUOTE, start + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let before = end - 1;
    while (bytes[before] === BACKSLASH) before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
  return bytes.length;
}
