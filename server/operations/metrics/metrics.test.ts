import fs from 'node:fs';
import { request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, describe, expect, it } from 'vitest';
import { createBucketFigures } from '#server/infra/blobs/bucket-figures.ts';
import { closeMetricsServer, createMetricsServer } from '#server/infra/metrics/metrics-server.ts';
import { countCalls, createTally } from '#server/infra/metrics/outcomes.ts';
import { bucketFigures } from '#server/operations/metrics/product-figures.ts';
import type { Endpoint } from '#shared/contract/api.ts';
import { contract } from '#shared/contract.ts';
import { PASSWORD, signUpWithCard } from '#test/factories.ts';
import { startTestServer } from '#test/server.ts';

const TOKEN = 'only-for-prometheus';
const watched = startTestServer({ METRICS_TOKEN: TOKEN, RATE_LIMITS: 'on' });
const unwatched = startTestServer();

const scrape = (headers: Record<string, string> = { authorization: `Bearer ${TOKEN}` }, url = watched.url) =>
  fetch(`${url}/metrics`, { headers });

interface Series {
  name: string;
  labels: Record<string, string>;
  value: number;
}

async function readSeries(): Promise<Series[]> {
  // The last one is shared for a second.
  const app = watched.running.app;
  let text = '';
  const before = (await app.metrics?.scrape())?.text;
  await expect
    .poll(async () => (text = (await app.metrics?.scrape())?.text ?? ''), { timeout: 5_000 })
    .not.toBe(before);
  return text.split('\n').flatMap((line) => {
    const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', of = '']) => [
      key,
      of,
    ]);
    return name ? [{ name, labels: Object.fromEntries(pairs), value: Number(value) }] : [];
  });
}
const find = (series: Series[], name: string, labels: Record<string, string> = {}) =>
  series.find(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )?.value;

describe('/metrics', () => {
  it('is there only for whoever has the token; for anyone else it is an address without a page', async () => {
    const right = await scrape();
    expect([right.status, right.headers.get('content-type')]).toEqual([
      200,
      'text/plain; version=0.0.4; charset=utf-8',
    ]);
    expect(await right.text()).toContain('# HELP goldleaf_http_requests_total ');
    const nothing = await fetch(`${watched.url}/nothing-here`);
    const text = await nothing.text();
    const shape = ({ status, headers }: Response) => [
      status,
      ...[...headers].filter(([name]) => !['date', 'x-request-id'].includes(name)),
    ];
    const wrong: Record<string, string>[] = [
      {},
      { authorization: TOKEN },
      { authorization: `Bearer ${TOKEN}x` },
      { authorization: 'Bearer ' },
    ];
    for (const headers of wrong) {
      const refused = await scrape(headers);
      expect([shape(refused), await refused.text()]).toEqual([shape(nothing), text]);
    }
    const off = await scrape(undefined, unwatched.url);
    expect([off.status, await off.text()]).toEqual([404, text]);
    expect(unwatched.running.app.metrics).toBeNull();
    expect((await scrape()).status).toBe(200);
  });

  it('counts requests by route and status, pages from memory and files by names of their own', {
    tags: ['thorough'],
  }, async () => {
    const { cardId, call } = await signUpWithCard(watched);
    for (let n = 0; n < 5; n += 1) await fetch(`${watched.url}/card/${cardId}`);
    await fetch(`${watched.url}/favicon.svg`);
    await call('GET', `/api/cards/${cardId}`);
    await call('GET', '/api/cards/nothing');
    const stream = await call('GET', '/api/contacts/stream');
    expect(stream.status).toBe(200);
    const series = await readSeries();
    const requests = (labels: Record<string, string>) => find(series, 'goldleaf_http_requests_total', labels);
    expect(requests({ route: '/card/{id}', method: 'GET', status: '200' })).toBe(1);
    expect(requests({ route: 'cached page', method: 'GET', status: '200' })).toBe(4);
    expect(requests({ route: '/api/cards/{id}', method: 'GET', status: '200' })).toBe(1);
    expect(requests({ route: '/api/cards/{id}', method: 'GET', status: '404' })).toBe(1);
    expect(requests({ route: '/api/contacts/stream', status: 'aborted' })).toBe(1);
    expect(find(series, 'goldleaf_http_request_duration_seconds_count', { route: 'cached page' })).toBe(4);
    expect(
      find(series, 'goldleaf_http_request_duration_seconds_bucket', { route: 'cached page', le: '+Inf' }),
    ).toBe(4);
    expect(
      find(series, 'goldleaf_http_request_duration_seconds_count', { route: '/api/contacts/stream' }),
    ).toBe(0);
    expect(find(series, 'goldleaf_page_cache_hits_total')).toBeGreaterThanOrEqual(4);
  });

  it('tells of the database, jobs, mails and limits', { tags: ['thorough'] }, async () => {
    const { call, username } = await signUpWithCard(watched);
    const wrong = { email: username, password: 'wrong horse' };
    for (let n = 0; n < 12; n += 1) await watched.client()('POST', '/api/auth/login', wrong);
    await call('POST', '/api/billing/checkout', {});
    await expect
      .poll(() => watched.running.app.callCounts.mails.entries())
      .toContainEqual(['done', expect.any(Number)]);
    const series = await readSeries();
    expect(find(series, 'goldleaf_database_up')).toBe(1);
    expect(find(series, 'goldleaf_jobs_waiting', { job: 'mail' })).toBeGreaterThanOrEqual(0);
    expect(find(series, 'goldleaf_jobs_oldest_age_seconds', { job: 'mail' })).toBeGreaterThanOrEqual(0);
    expect(find(series, 'goldleaf_limits_hit_total', { limit: 'signInFailure' })).toBeGreaterThan(0);
    expect(find(series, 'goldleaf_disk_free_bytes')).toBeGreaterThan(0);
    expect(find(series, 'goldleaf_pass_certificate_expiry_timestamp_seconds')).toBeUndefined();
    expect(find(series, 'goldleaf_views_waiting')).toBe(0);
  });

  it('has no label that a stranger can choose', { tags: ['thorough'] }, async () => {
    const { call } = await signUpWithCard(watched);
    for (let n = 0; n < 200; n += 1) {
      const word = `hostile-${n}-"\\\n`;
      const path =
        [`/${word}`, `/card/${word}`, `/api/${word}`, `/api/cards/${word}`, `/portfolio/${word}`][n % 5] ??
        '';
      const method = ['GET', 'POST', 'PROPFIND', 'DELETE', 'REPORT'][Math.floor(n / 5) % 5] ?? '';
      await call(method, encodeURI(path), undefined, {
        'user-agent': word.slice(0, 10),
        'x-request-id': `${n}`,
      });
      await askRaw(`/%hostile${n}`, ['GET', 'M-SEARCH', 'PURGE'][n % 3] ?? 'GET');
    }
    await call('POST', '/api/auth/login', { email: 'hostile', password: PASSWORD });
    const series = await readSeries();
    const endpoints = Object.values(contract).flatMap((feature) => Object.values<Endpoint>(feature));
    const paths = watched.running.paths.map((path) => path.replace(/:(\w+)/g, '{$1}'));
    const known: Record<string, (value: string) => boolean> = {
      route: (value) =>
        [
          ...endpoints.map(({ path }) => path),
          ...paths,
          'cached page',
          'cached file',
          'static file',
          'other',
        ].includes(value),
      method: (value) =>
        ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'other'].includes(value),
      status: (value) => /^[1-5]\d\d$|^aborted$/.test(value),
      le: (value) => /^[\d.]+$|^\+Inf$/.test(value),
      limit: (value) => /^[a-zA-Z]{4,24}$/.test(value),
      job: (value) => /^[a-z-]{3,40}$/.test(value),
      work: (value) => /^[a-z-]{3,40}$/.test(value),
      call: (value) => value in watched.running.app.billing,
      outcome: (value) => ['done', 'refused', 'failed', 'completed', 'given_up'].includes(value),
      state: (value) => ['busy', 'idle'].includes(value),
      statistic: (value) => ['p50', 'p99', 'max'].includes(value),
      version: (value) => /^[\d.]+$/.test(value),
      node: (value) => value === process.version,
    };
    const odd = series.filter(({ labels }) =>
      Object.entries(labels).some(([name, value]) => !known[name]?.(value)),
    );
    expect(odd).toEqual([]);
    expect(JSON.stringify(series)).not.toContain('hostile');
    expect(series.length).toBeLessThan(1_500);
  });
});

/** A request as it is, with any method and path. */
const askRaw = (path: string, method: string) =>
  new Promise<void>((resolve) => {
    const { port } = new URL(watched.url);
    ask({ port, path, method }, (response) => response.resume().on('end', resolve))
      .on('error', () => resolve())
      .end();
  });

describe('The alerts', () => {
  const alerts = fs.readFileSync('deploy/prometheus/alerts.yml', 'utf8').split('- alert: ').slice(1);

  it('ask only for figures that there are', async () => {
    const { text = '' } = (await watched.running.app.metrics?.scrape()) ?? {};
    const asked = new Set(alerts.join().match(/\b(?:goldleaf|process|nodejs)_[a-z_]+/g));
    const stores = { ...watched.running.app.stores, figures: createBucketFigures() };
    const ofBucket = bucketFigures({ stores }).map(({ name }) => name);
    const isThere = (name: string) =>
      text.includes(`# TYPE ${name.replace(/_bucket$/, '')} `) || ofBucket.includes(name);
    const missing = [...asked].filter((name) => !isThere(name));
    expect([asked.size > 10, missing]).toEqual([true, []]);
  });

  it('say what is wrong and name a page that there is', () => {
    for (const alert of alerts) {
      const [, file = '', anchor] = /page: (docs\/[\w-]+\.md)(#[\w-]+)?\n/.exec(alert) ?? [];
      expect(fs.readFileSync(file, 'utf8')).toContain(anchor ? `(${anchor})` : '# ');
      expect(alert).toMatch(/summary: .{40}/);
      expect(alert).toMatch(/severity: (?:page|ticket) /);
    }
  });
});

describe('The listener of its own', () => {
  const server = createMetricsServer(async () => ({ text: 'figures\n', contentType: 'text/plain' }));
  afterAll(() => closeMetricsServer(server));

  it('serves the figures and nothing else, and lets its connections go', async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const statusOf = async (path: string, method = 'GET') => (await fetch(url + path, { method })).status;
    expect(await (await fetch(`${url}/metrics`)).text()).toBe('figures\n');
    expect(
      await Promise.all(['/', '/healthz', '/metrics/', '/card/x'].map((path) => statusOf(path))),
    ).toEqual(Array(4).fill(404));
    expect([await statusOf('/metrics', 'POST'), await statusOf('/metrics', 'HEAD')]).toEqual([404, 404]);
    await closeMetricsServer(server);
    await expect(fetch(url)).rejects.toThrow();
  });
});

describe('Calls that are counted', () => {
  it('are those that return promises, by what became of them, and answer as before', async () => {
    const tally = createTally();
    const calls = {
      fine: async (value: number) => value,
      wrong: async () => Promise.reject(new RangeError('no')),
      away: async () => Promise.reject(new Error('away')),
      plain: () => 7,
      fact: 'x',
    };
    const counted = countCalls(
      calls,
      (name, outcome) => tally.add(`${name} ${outcome}`),
      (error) => error instanceof RangeError,
    );
    expect([await counted.fine(3), counted.plain(), counted.fact]).toEqual([3, 7, 'x']);
    await expect(counted.wrong()).rejects.toThrow('no');
    await expect(counted.away()).rejects.toThrow('away');
    expect(tally.entries()).toEqual([
      ['fine done', 1],
      ['wrong refused', 1],
      ['away failed', 1],
    ]);
  });
});
