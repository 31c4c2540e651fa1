import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { packageRoot } from '#server/config/package-root.ts';
import type { AppContext } from '#server/context.ts';
import { hasNoAnswer } from '#server/db/open.ts';
import { buildContext } from '#server/infra/http/admission.ts';
import { hasSessionCookie } from '#server/infra/http/credentials/session-cookie.ts';
import { hashesIn } from '#server/infra/http/page-cache/page-policy.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { DOCUMENT_HEADERS } from '#server/infra/http/security-headers.ts';
import { askFirst } from '#server/pages/site/first-answers.ts';
import { nameProviders, nameTax } from '#server/pages/site/name-in-document.ts';
import { preloadScreen } from '#server/pages/site/screen-scripts.ts';
import { AppError } from '#shared/contract/errors.ts';
import { destinationAfter, screens } from '#shared/contract/screens.ts';
import type { Tax } from '#shared/money/billing.ts';

/** The build output of the React app. */
export const appFolder = path.join(packageRoot, 'dist/app');

/**
 * SHA-256 of the empty string: `ui/styles.ts` fills an empty <style> element through the CSSOM, which injected markup
 * cannot do.
 */
const EMPTY_STYLE = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/** The app loads styles and pictures from this server only: a picture on another site is copied before it is shown. */
const policyOf = (html: string) =>
  [
    "default-src 'none'",
    `script-src 'self' ${hashesIn(html, 'script')}`,
    // Service and dedicated workers.
    "worker-src 'self'",
    `style-src 'self' ${EMPTY_STYLE}`,
    "font-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * The service workers: each fetches from this server only, and no page can put one in charge of more than it is for
 * (Service Workers, section 3.4.4).
 */
const WORKER_POLICY = "default-src 'none'; connect-src 'self'";
export const WORKER_HEADERS = {
  '/app-sw.js': { 'content-security-policy': WORKER_POLICY, 'service-worker-allowed': '/' },
  // A prefix of `/card/` and `/c/`, the two it is registered for.
  '/card-sw.js': { 'content-security-policy': WORKER_POLICY, 'service-worker-allowed': '/c' },
};

const WAYS_IN: readonly string[] = [screens.signIn, screens.register];

/** Serves the React app's document for each of its screens, with any query. */
export function appShellRoutes(server: FastifyInstance, app: AppContext): void {
  let build: Build | undefined;
  for (const [name, screen] of Object.entries(screens) as [keyof typeof screens, string][]) {
    const shells = new Map<Tax, PreparedPage>();
    server.get(screen.replace(/\{(\w+)\}/g, ':$1'), async (request, reply) => {
      const { next, problem } = request.query as { next?: unknown; problem?: unknown };
      // Why a sign-in with a provider failed is said there even to those who are still signed in.
      const isToSkip = WAYS_IN.includes(screen) && problem === undefined;
      if (isToSkip && (await isSignedIn(app, request, reply))) {
        const destination = destinationAfter(typeof next === 'string' ? next : null, screens.dashboard);
        return reply.header('cache-control', 'no-store').redirect(destination, 303);
      }
      // All screens are of one build, also while the next one is put in its place.
      build ??= await readBuild();
      const tax = app.taxCache.get();
      const shell = shells.get(tax) ?? prepareShell(app, build, name, tax);
      shells.set(tax, shell);
      return writePage(app.pages, shell, request, reply);
    });
  }
}

/** Signed-in users skip the sign-in forms, unless their account is suspended. While the database gives no answer this cannot be known, and the form is shown. */
async function isSignedIn(app: AppContext, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (!hasSessionCookie(request)) return false;
  try {
    const { user } = await buildContext(app, request, reply);
    return user !== null && user.suspendedAt === null;
  } catch (error) {
    if (hasNoAnswer(error)) return false;
    throw error;
  }
}

interface Build {
  html: string;
  manifest: string;
}

async function readBuild(): Promise<Build> {
  const read = (file: string) => fs.readFile(path.join(appFolder, file), 'utf8');
  const files = Promise.all([read('index.html'), read('.vite/manifest.json')]);
  const [html, manifest] = await files.catch(() => {
    throw notBuilt();
  });
  return { html, manifest };
}

export const notBuilt = () =>
  new AppError('unavailable', 'The app isn’t built yet. Run npm run build, then try again.');

function prepareShell(
  { oidc }: AppContext,
  { html, manifest }: Build,
  screen: keyof typeof screens,
  tax: Tax,
): PreparedPage {
  const asking = html.replace('</title>', () => `</title>${askFirst(screen)}`);
  const whole = nameTax(nameProviders(preloadScreen(asking, manifest, screen), oidc.list), tax);
  const body = Buffer.from(whole);
  const headers = {
    ...DOCUMENT_HEADERS,
    'cache-control': 'no-cache',
    'content-security-policy': policyOf(whole),
  };
  return preparePage({ status: 200, contentType: 'text/html; charset=utf-8', body, headers });
}
