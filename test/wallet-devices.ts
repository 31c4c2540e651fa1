import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { Client, TestServer } from '#test/server.ts';
import { unzip } from '#test/unzip.ts';

/** Phones with Apple Wallet: what they send to the web service that a pass names. */

export interface HeldPass {
  serial: string;
  typeId: string;
  headers: { authorization: string };
}

const V1 = '/api/wallet/apple/v1';

/** The content of a signed pass. */
export const readPass = async (bytes: Buffer) =>
  JSON.parse(String((await unzip(bytes)).get('pass.json'))) as Record<string, string> & { voided?: boolean };

export async function downloadPass(client: Client, cardId: string): Promise<HeldPass> {
  const { status, bytes } = await client('GET', `/api/wallet/apple/${cardId}.pkpass`);
  expect(status).toBe(200);
  const pass = await readPass(bytes);
  expect(pass.webServiceURL).toMatch(/^https?:\/\/[^/]+\/api\/wallet\/apple$/);
  return {
    serial: pass.serialNumber ?? '',
    typeId: pass.passTypeIdentifier ?? '',
    headers: { authorization: `ApplePass ${pass.authenticationToken}` },
  };
}

/** Devices by their identifier, each a client without cookies. */
export function walletDevices(server: TestServer) {
  const call: Client = (...request) => server.client()(...request);
  const registrationOf = (id: string, { typeId, serial }: HeldPass) =>
    `${V1}/devices/${id}/registrations/${typeId}/${serial}`;
  return {
    register: (id: string, pass: HeldPass, body: unknown = { pushToken: `token-${id}` }, more = {}) =>
      call('POST', registrationOf(id, pass), body, { ...pass.headers, ...more }),
    registerMany: (count: number, { serial }: HeldPass) =>
      server.running.app.db.execute(sql`
        with added as (
          insert into apple_devices (id, push_token)
          select 'd' || n, 'token' || n from generate_series(1, ${count}::int) n returning id
        ) insert into apple_registrations (device_id, serial) select id, ${serial} from added`),
    unregister: (id: string, pass: HeldPass) =>
      call('DELETE', registrationOf(id, pass), undefined, pass.headers),
    list: (id: string, { typeId }: HeldPass, since?: string) =>
      call(
        'GET',
        `${V1}/devices/${id}/registrations/${typeId}${since === undefined ? '' : `?passesUpdatedSince=${since}`}`,
      ),
    fetch: ({ typeId, serial, headers }: HeldPass, more: Record<string, string> = {}) =>
      call('GET', `${V1}/passes/${typeId}/${serial}`, undefined, { ...headers, ...more }),
    report: (body: unknown) => call('POST', `${V1}/log`, body),
  };
}
