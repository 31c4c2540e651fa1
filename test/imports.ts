import { expect, vi } from 'vitest';
import type { Answer, Client } from './server.ts';

/** Imports of contacts over HTTP. */

/** A file as a browser sends it. */
export function formOf(content: Buffer | string, name: string): FormData {
  const form = new FormData();
  form.append('file', new File([typeof content === 'string' ? content : new Uint8Array(content)], name));
  return form;
}

/** Sends a file of contacts. */
export const upload = (call: Client, content: Buffer | string, name: string): Promise<Answer> =>
  call('POST', '/api/import', formOf(content, name));

/** Child processes start slowly on a busy machine, and read thousands of contacts more slowly still. */
export const WAIT = { timeout: 120_000, interval: 15 };

/** Asks until the import is in one of these states. */
export const until = (call: Client, id: string, ...states: string[]) =>
  vi.waitFor(async () => {
    const { body } = await call('GET', `/api/import/${id}`);
    expect(states).toContain(body.state);
    return body;
  }, WAIT);

/** Waits until the file is read. */
export async function ready(call: Client, content: Buffer | string, name: string) {
  const { body } = await upload(call, content, name);
  return until(call, body.id, 'ready');
}

/** Imports a file as a whole. */
export async function imported(call: Client, content: Buffer | string, name: string, choices: object = {}) {
  const { id } = await ready(call, content, name);
  expect((await call('POST', `/api/import/${id}/start`, choices)).status).toBe(200);
  return until(call, id, 'done');
}
