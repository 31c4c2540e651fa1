import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { openPlaces } from '#server/infra/places.ts';
import { signUp } from '#test/factories.ts';
import { writeMmdb } from '#test/mmdb.ts';
import { startTestServer } from '#test/server.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'goldleaf-places-'));
const cities = path.join(folder, 'cities.mmdb');
afterAll(() => fs.rmSync(folder, { recursive: true }));

writeMmdb(cities, 'GeoLite2-City', {
  '198.51.100.0/24': {
    city: { names: { en: 'Lisbon' } },
    country: { iso_code: 'PT', names: { en: 'Portugal' } },
  },
  '203.0.113.0/24': { country: { iso_code: 'JP', names: { en: 'Japan' } } },
  '192.0.2.0/25': { continent: { code: 'EU' } },
});

const server = startTestServer({ TRUST_PROXY: 'on', GEOIP_FILE: cities });
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36';

describe('The place of a view', () => {
  it.each([
    ['198.51.100.7', {}, 'Lisbon, Portugal'],
    ['203.0.113.7', {}, 'Japan'],
    ['192.0.2.7', {}, null],
    ['192.0.2.200', {}, null],
    ['10.0.0.1', {}, null],
    ['2001:db8::1', {}, null],
    ['198.51.100.8', { 'cf-ipcity': 'Berlin', 'cf-ipcountry': 'DE' }, 'Berlin, Germany'],
    ['198.51.100.9', { dnt: '1' }, null],
  ])('of %s with %j is %s', async (address, more, place) => {
    const { call } = await signUp(server);
    const { id } = (await call('POST', '/api/cards', { name: 'Work', fullName: 'Ada King' })).body;
    const headers = { 'user-agent': CHROME, 'x-forwarded-for': address, ...(more as Record<string, string>) };
    expect((await server.client()('POST', `/api/cards/${id}/views`, {}, headers)).body.isCounted).toBe(true);
    const { recentViews, breakdowns } = (await call('GET', '/api/analytics/dashboard')).body;
    expect(recentViews[0].viewerLocation).toBe(place);
    expect(breakdowns.places).toEqual(place ? [{ value: place, views: 1 }] : []);
  });
});

describe('A file of places', () => {
  const write = (name: string, bytes: string) => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, bytes);
    return file;
  };

  it.each([
    ['is not there', () => path.join(folder, 'none.mmdb'), /it cannot be read \(ENOENT\)\.$/],
    ['is a folder', () => folder, /it cannot be read \(EISDIR\)\.$/],
    ['is empty', () => write('empty.mmdb', ''), /it is no MaxMind DB file/],
    ['is something else', () => write('text.mmdb', 'address,city\n'), /it is no MaxMind DB file/],
    ['is compressed', () => write('cities.mmdb.gz', '\u001f\u008b\u0008'), /it is no MaxMind DB file/],
    [
      'knows no places',
      () => {
        const file = path.join(folder, 'asn.mmdb');
        writeMmdb(file, 'GeoLite2-ASN', { '198.51.100.0/24': { autonomous_system_number: 64_496 } });
        return file;
      },
      /it is of the kind GeoLite2-ASN; a file of cities or countries is needed\.$/,
    ],
  ])('that %s prevents the start with a message', async (_, make, sentence) => {
    const file = make();
    const error = await openPlaces(file).then(
      () => '',
      (refusal: Error) => refusal.message,
    );
    expect(error).toMatch(sentence);
    expect(error).toContain(`Goldleaf cannot start. GEOIP_FILE names ${file}, but `);
  });

  it('is optional', async () => {
    expect((await openPlaces(undefined)).find('198.51.100.7')).toBe(null);
  });
});
