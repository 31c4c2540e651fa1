import './check-host.mjs';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { installPackages, root } from './setup.mjs';

/**
 * `npm run dev`: one port. Vite serves the app's modules with hot reload and runs the server's sources; editing one of
 * those restarts the server inside this process, while the database keeps running. Screens have no content security
 * policy here: Vite's client is an inline script.
 */

process.chdir(root);
await installPackages('build');
if (fs.existsSync('.env')) process.loadEnvFile('.env');
process.env.NODE_ENV = 'development';

const { createServer, createServerModuleRunner } = await import('vite');
const front = http.createServer();
const vite = await createServer({
  appType: 'custom',
  server: {
    middlewareMode: true,
    hmr: { server: front },
    fs: { allow: [root, fs.realpathSync('node_modules')] },
  },
});
const sources = vite.environments.ssr;
const runner = createServerModuleRunner(sources, { hmr: false });
/** @param {string} file */
const load = (file) => runner.import(path.join(root, file));

/** @type {typeof import('../server/config/config.ts')} */
const { readConfig } = await load('server/config/config.ts');
const config = readConfig();
const database = await openDatabase();
let running = start();
front.on('request', (request, response) => {
  vite.middlewares(request, response, () => void answer(request, response));
});
front.listen(config.port, config.host, () => say(`is ready on http://localhost:${config.port}`));
running.catch(() => {});

/** The database outlives every restart of the server. */
async function openDatabase() {
  /** @type {typeof import('../server/db/connect.ts')} */
  const { connectDatabase } = await load('server/db/connect.ts');
  /** @type {typeof import('../server/infra/log.ts')} */
  const { createLog } = await load('server/infra/log.ts');
  const home = await connectDatabase(config, createLog({ logLevel: 'warn' }));
  const { host } = home.connection;
  const url =
    config.databaseUrl ?? `postgres://app@localhost:5432/postgres?host=${encodeURIComponent(host ?? '')}`;
  return { url, directUrl: config.databaseDirectUrl ?? url, stop: home.stop };
}

/**
 * The parts of `RunningApp` in `server/app.ts` that we use; its types would bring in all of the server.
 *
 * @typedef {{ app: { taxCache: { get(): import('../shared/money/billing.ts').Tax } }, handle: http.RequestListener, working: Promise<void>, close: () => Promise<void> }} App
 */

async function start() {
  /** @type {{ startApp: (config: import('../server/config/config.ts').Config) => Promise<App> }} */
  const { startApp } = await load('server/app.ts');
  /** @type {typeof import('../shared/contract/screens.ts')} */
  const { screens } = await load('shared/contract/screens.ts');
  const app = await startApp({
    ...readConfig(),
    databaseUrl: database.url,
    databaseDirectUrl: database.directUrl,
  });
  await app.working;
  const patterns = Object.values(screens).map((screen) => screen.replace(/\{\w+\}/g, '[^/]+'));
  return {
    ...app,
    isScreen: (/** @type {string} */ pathname) =>
      patterns.some((it) => new RegExp(`^${it}/?$`).test(pathname)),
  };
}

/**
 * A screen is the app's document with Vite's client in it; everything else goes to the server.
 *
 * @param {http.IncomingMessage} request
 * @param {http.ServerResponse} response
 */
async function answer(request, response) {
  try {
    const app = await running;
    const { url = '/' } = request;
    const { pathname } = new URL(url, 'http://localhost');
    if (request.method !== 'GET' || !app.isScreen(pathname)) return app.handle(request, response);
    const html = await vite.transformIndexHtml(url, fs.readFileSync('app/index.html', 'utf8'));
    /** @type {typeof import('../server/pages/site/name-in-document.ts')} */
    const { nameProviders, nameTax } = await load('server/pages/site/name-in-document.ts');
    const whole = nameTax(nameProviders(html, readConfig().oidc), app.app.taxCache.get());
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(whole);
  } catch (error) {
    response
      .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      .end(String(asError(error).stack));
  }
}

let isStopping = false;
/** @type {NodeJS.Timeout | undefined} */
let waiting;
vite.watcher.on('all', (event, file) => {
  const modules = sources.moduleGraph.getModulesByFile(file);
  if (event === 'add' || !modules?.size || isStopping) return;
  for (const module of modules) sources.moduleGraph.invalidateModule(module);
  // An editor that saves many files, or a checkout, causes one restart.
  clearTimeout(waiting);
  waiting = setTimeout(() => void restart(path.relative(root, file)), 30);
});

/** @param {string} file */
async function restart(file) {
  const before = running;
  const startedAt = Date.now();
  running = before
    .then((app) => app.close())
    .catch(() => {})
    .then(() => {
      runner.clearCache();
      return start();
    });
  try {
    await running;
    say(`restarted in ${Date.now() - startedAt} ms: ${file}`);
    vite.environments.client.hot.send({ type: 'full-reload' });
  } catch (error) {
    const failure = asError(error);
    vite.ssrFixStacktrace(failure);
    const { message, stack = '' } = failure;
    process.stderr.write(`${stack}\n`);
    vite.environments.client.hot.send({ type: 'error', err: { message, stack } });
  }
}

/** @param {unknown} thrown */
function asError(thrown) {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

async function stop() {
  if (isStopping) return;
  isStopping = true;
  clearTimeout(waiting);
  front.close();
  front.closeAllConnections();
  await running.then((app) => app.close()).catch(() => {});
  await database.stop();
  await vite.close();
  process.exit(0);
}
process.on('SIGTERM', stop);
process.on('SIGINT', stop);

/** @param {string} text */
function say(text) {
  process.stdout.write(`Goldleaf ${text}\n`);
}
