import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fetchRaw } from './cached-page.mjs';
import { measureLoad } from './load.mjs';
import { cpuBelow, readPostmaster } from './process-tree.mjs';
import { computeMedian, makeFolder, registerOwner, startProduct, startProgram } from './product.mjs';
import { openQueue } from './queue.mjs';

/** The cost of several processes, and that they act as one. */

const WORKERS = [1, 2, 4];
const LOAD = { connections: 32, seconds: Number(process.env.BENCH_SECONDS ?? 5) };
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const EDITS = Number(process.env.BENCH_EDITS ?? 200);
const JOBS = Number(process.env.BENCH_JOBS ?? 10_000);
const TOKEN = 'figures-of-a-bench';
/** Enough that each worker has some of them. */
const WATCHERS = 16;
const WATCH_MS = 2;
const JOBS_TIMEOUT_MS = 10 * 60_000;

/** Does something with a product of its own. */
async function withProduct(env, work) {
  const folder = makeFolder();
  const product = await startProduct(folder, { REQUEST_LOG: 'off', ...env });
  try {
    return await work(product, folder);
  } finally {
    await product.stop();
    fs.rmSync(folder, { recursive: true });
  }
}

/** Microseconds of CPU for each request, of these processes. */
function measureRequest(target, pids, { connections = LOAD.connections, headers }) {
  const ask = (seconds) => measureLoad(target, { connections, seconds, headers });
  ask(1);
  const rounds = Array.from({ length: ROUNDS }, () => {
    const before = cpuBelow(pids);
    const { total } = ask(LOAD.seconds);
    return ((cpuBelow(pids) - before) * 1000) / total;
  });
  return computeMedian(rounds);
}

/** Of a worker, whatever the number of workers, each statement checks the sessions of as many requests. */
const OF_EACH = 'session of each';
const COSTS = {
  'Bare node:http': 'bare',
  'A kept page': 'page',
  [`A session check, ${LOAD.connections} connections`]: 'session',
  [`A session check, ${LOAD.connections} connections for each worker`]: OF_EACH,
};

/** Of each kind; those of the product with its database. */
const measureCost = (workers) =>
  withProduct({ WORKERS: String(workers) }, async (product, folder) => {
    const { cookie, cardId } = await registerOwner(product.url);
    const pids = [product.pid, readPostmaster(folder)];
    const at = (address) => ({ url: product.url + address, pid: product.pid });
    const page = at(`/card/${cardId}`);
    const file = path.join(folder, 'answer.json');
    fs.writeFileSync(file, JSON.stringify(await fetchRaw(page.url)));
    const costs = {
      page: measureRequest(page, pids, { headers: { 'accept-encoding': 'br' } }),
      session: measureRequest(at('/api/auth/me'), pids, { headers: { cookie } }),
      [OF_EACH]: measureRequest(at('/api/auth/me'), pids, {
        connections: LOAD.connections * workers,
        headers: { cookie },
      }),
    };
    const script = path.join(import.meta.dirname, 'bare.mjs');
    const bare = await startProgram(process.execPath, [script, file], { WORKERS: String(workers) });
    const cost = measureRequest(bare, [bare.pid], { headers: {} });
    await bare.stop();
    return { ...costs, bare: cost };
  });

async function measureCosts() {
  const costs = [];
  for (const workers of WORKERS) costs.push(await measureCost(workers));
  const [alone] = costs;
  return costs.flatMap((cost, at) =>
    Object.entries(COSTS).map(([what, kind]) => ({
      what: `${what}: CPU of all with ${WORKERS[at]} ${at === 0 ? 'process' : 'workers'}`,
      value: cost[kind] / alone[kind],
      shown: `${Math.round(cost[kind])} µs, ${(cost[kind] / alone[kind]).toFixed(2)} of one`,
      ...(at === 0 || kind === 'bare' ? {} : { atMost: 1.1 }),
    })),
  );
}

/** A page as one connection, which stays with one worker, gets it. */
function watchPage(url) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const read = () =>
    new Promise((resolve, reject) => {
      const request = http.get(url, { agent }, (response) => {
        let text = '';
        response.on('data', (bytes) => {
          text += bytes;
        });
        response.on('end', () => resolve(text));
      });
      request.on('error', reject);
    });
  return {
    async until(words) {
      while (!(await read()).includes(words)) await sleep(WATCH_MS);
      return performance.now();
    },
    close: () => agent.destroy(),
  };
}

/** Milliseconds from the answer to an edit until every connection shows it. */
const measureEdits = () =>
  withProduct({ WORKERS: '2' }, async ({ url }) => {
    const { cookie, cardId } = await registerOwner(url);
    const watchers = Array.from({ length: WATCHERS }, () => watchPage(`${url}/card/${cardId}`));
    const times = [];
    for (let n = 0; n < EDITS; n += 1) {
      const fullName = `Ada the ${n}th`;
      const response = await fetch(`${url}/api/cards/${cardId}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify({ fullName }),
      });
      if (!response.ok) throw new Error(`An edit was answered with ${response.status}.`);
      const savedAt = performance.now();
      const seenAt = await Promise.all(watchers.map((watcher) => watcher.until(fullName)));
      times.push(Math.max(...seenAt) - savedAt);
    }
    for (const watcher of watchers) watcher.close();
    times.sort((a, b) => a - b);
    const value = times[Math.ceil(times.length * 0.99) - 1];
    return [
      {
        what: `An edit is on every page of 2 workers, p99 of ${EDITS}`,
        value,
        shown: `${value.toFixed(1)} ms, median ${computeMedian(times).toFixed(1)}`,
        atMost: 100,
      },
    ];
  });

/** How often mails were sent, by the workers' own count, and how many mails there are. */
const measureJobs = () =>
  withProduct({ WORKERS: '4', ROLE: 'jobs', METRICS_TOKEN: TOKEN }, async ({ url }, folder) => {
    const boss = openQueue(folder);
    await boss.start();
    const mail = { to: 'ada@example.com', subject: 'One of many', text: 'Hello', html: '<p>Hello</p>' };
    const jobs = Array.from({ length: JOBS }, () => ({ data: mail }));
    const startedAt = performance.now();
    await boss.insert('mail', jobs);
    await boss.stop({ graceful: false });
    const count = async () => {
      const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
      const found = /^goldleaf_jobs_total\{job="mail",outcome="completed"\} (\d+)$/m.exec(
        await response.text(),
      );
      return Number(found?.[1] ?? 0);
    };
    const files = () =>
      fs.readdirSync(path.join(folder, 'outbox')).filter((name) => name.endsWith('.json')).length;
    while ((await count()) < JOBS && performance.now() - startedAt < JOBS_TIMEOUT_MS) await sleep(1_000);
    const seconds = (performance.now() - startedAt) / 1_000;
    // One that is done twice would be so by now.
    await sleep(2_000);
    const done = await count();
    return [
      {
        what: `Of ${JOBS} jobs with 4 processes, done more or less often than once`,
        value: Math.abs(done - JOBS) + Math.abs(files() - JOBS),
        shown: `${Math.abs(done - JOBS)}, in ${seconds.toFixed(0)} s`,
        atMost: 0,
      },
    ];
  });

export async function measureWorkers() {
  if (!fs.existsSync('/proc/self/stat'))
    return [{ what: 'Several processes', missing: 'there is no /proc here' }];
  return [...(await measureCosts()), ...(await measureEdits()), ...(await measureJobs())];
}
