import fs from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';
import { expect, it } from 'vitest';
import { packageRoot } from '#server/config/package-root.ts';
import { makeFolder, startProduct } from '#test/process/product.ts';

/** Each takes a tenth of a second or more to load, and the first page needs none of them. */
const LATE = [
  '@ai-sdk/anthropic',
  '@simplewebauthn/server',
  'ai',
  'jsqr',
  'nodemailer',
  'openid-client',
  'passkit-generator',
  'pdfkit',
  'satori',
  'sharp',
  'stripe',
  'web-push',
];

const SERVER = path.join(packageRoot, 'dist/server');
const ASSETS = path.join(SERVER, 'assets');

/** The packages that a file of the build imports, itself or through others, before it runs. */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const { module } = parseSync(file, fs.readFileSync(file, 'utf8'));
  return module.staticImports.flatMap(({ moduleRequest: { value } }) =>
    value.startsWith('.') ? packagesOf(path.resolve(path.dirname(file), value), seen) : value,
  );
}

it('A start waits for no library that the first page does not need', () => {
  const app = fs.readdirSync(ASSETS).find((name) => /^app-.*\.js$/.test(name)) ?? '';
  const packages = [path.join(SERVER, 'main.js'), path.join(ASSETS, app)].flatMap((file) => packagesOf(file));
  expect(packages).toContain('fastify');
  expect(packages.filter((name) => LATE.includes(name))).toEqual([]);
});

it('Nothing is loaded to make and check passkeys where nobody has one', { tags: ['thorough'] }, async () => {
  const folder = makeFolder();
  // Node writes there which scripts were loaded.
  const product = await startProduct({ NODE_V8_COVERAGE: folder });
  expect((await fetch(`${product.url}/api/auth/passkey/options`)).status).toBe(200);
  product.kill('SIGTERM');
  await product.ended;
  const loaded = fs.readdirSync(folder).flatMap((file) => {
    const { result } = JSON.parse(fs.readFileSync(path.join(folder, file), 'utf8'));
    return result.map(({ url }: { url: string }) => url);
  });
  expect(loaded.some((url) => url.includes('/node_modules/fastify/'))).toBe(true);
  expect(loaded.filter((url) => url.includes('/node_modules/@simplewebauthn/'))).toEqual([]);
});
