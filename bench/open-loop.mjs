import http from 'node:http';

/**
 * Visitors who do not wait for each other: each address is requested at a fixed rate, whatever became of the requests
 * before; one with a `body` is posted to, from an address of its own each time, `{n}` being its number. Runs as a child process; on the message `report` it replies with `{ [name]: { count, failed, p50, p99, max }
 * }` in milliseconds since each request was due, and starts over.
 */

const TICK_MS = 5;
const TIMEOUT_MS = 60_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 256 });
const targets = JSON.parse(process.argv[2]);
let results = new Map();

function note(name, dueAt, isGood) {
  const result = results.get(name) ?? { delays: [], failed: 0 };
  results.set(name, result);
  result.delays.push(performance.now() - dueAt);
  if (!isGood) result.failed += 1;
}

function ask({ name, url, body = '' }, dueAt, n) {
  const from = `10.9.${(n >> 8) & 255}.${n & 255}`;
  const headers = { 'accept-encoding': 'br', 'x-forwarded-for': from, 'content-type': 'application/json' };
  const method = body ? 'POST' : 'GET';
  const request = http.request(url, { agent, timeout: TIMEOUT_MS, method, headers });
  request.on('response', (response) => {
    response.resume();
    response.on('end', () => note(name, dueAt, response.statusCode === 200));
  });
  request.on('timeout', () => request.destroy(new Error('too late')));
  request.on('error', () => note(name, dueAt, false));
  request.end(body.replaceAll('{n}', String(n)));
}

const startedAt = performance.now();
const sent = targets.map(() => 0);
setInterval(() => {
  const now = performance.now();
  targets.forEach((target, index) => {
    for (;;) {
      const dueAt = startedAt + (sent[index] * 1000) / target.perSecond;
      if (dueAt > now) break;
      sent[index] += 1;
      ask(target, dueAt, sent[index]);
    }
  });
}, TICK_MS);

process.on('message', () => {
  const report = {};
  for (const [name, { delays, failed }] of results) {
    delays.sort((a, b) => a - b);
    const at = (share) => delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
    report[name] = { count: delays.length, failed, p50: at(0.5), p99: at(0.99), max: delays.at(-1) };
  }
  results = new Map();
  process.send?.(report);
});
process.on('disconnect', () => process.exit(0));
