import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { startTestServer } from '#test/server.ts';

/** Prometheus' own tool reads the figures, the alerts and the example of a configuration. */

const server = startTestServer({ METRICS_PORT: '9464' });
const FOLDER = 'deploy/prometheus';

function promtool(args: string[], input = ''): string {
  const { error, stdout, stderr, status } = spawnSync('promtool', args, { input, encoding: 'utf8' });
  if (error) throw new Error(`Please install promtool, of Debian's package prometheus. ${error.message}`);
  expect(status, stdout + stderr).toBe(0);
  return stdout + stderr;
}

it('finds nothing to complain about in the names of the figures', async () => {
  await fetch(server.url);
  const { text = '' } = (await server.running.app.metrics?.scrape()) ?? {};
  expect(text).toContain('goldleaf_http_requests_total{');
  expect(promtool(['check', 'metrics'], text)).toBe('');
});

it('accepts the alerts and the configuration', () => {
  expect(promtool(['check', 'config', `${FOLDER}/prometheus.yml`])).toContain('SUCCESS');
});

it('sees each alert fire when it should, and none when nothing is wrong', () => {
  expect(promtool(['test', 'rules', `${FOLDER}/alerts.test.yml`])).toContain('SUCCESS');
});
