import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Endpoint } from '#shared/contract/api.ts';
import { contract } from '#shared/contract.ts';
import { files, importsOf, layerOf, listPackages, product, read, sources } from './sources.ts';

const MAY_IMPORT: Record<string, string[]> = {
  shared: ['shared'],
  ui: ['ui'],
  site: ['site', 'shared', 'ui'],
  app: ['app', 'shared', 'ui', 'site'],
  server: ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', 'server', 'shared', 'site'],
};

/**
 * The folders of the server from below. Each file imports only from its own and from those before it
 * (docs/decisions/311).
 */
const ROOMS = [
  'config',
  'db',
  'access',
  'infra',
  'money',
  'cards',
  'accounts',
  'sharing',
  'analytics',
  'messages',
  'pages',
  'people',
  'teams',
  'portability',
  'operations',
];
/** The folders on the browser's side besides rooms. */
const BESIDES: Record<string, string[]> = {
  app: ['frame', 'offline', 'public'],
  shared: ['contract', 'names', 'formats'],
};
const FILES_MAX = 25;

/** The packages each layer may import; `a/b` allows only that part of `a`. Node itself belongs to the server. */
const MAY_USE: Record<string, string[]> = {
  shared: ['zod'],
  ui: ['react', 'lucide-react', 'radix-ui', 'react-remove-scroll'],
  site: ['react', 'qr'],
  app: [
    'react',
    'react-dom',
    'react-dom/client',
    'react-hook-form',
    '@hookform/resolvers/zod',
    '@simplewebauthn/browser',
    '@tanstack/react-query',
    '@tanstack/react-virtual',
    '@dnd-kit/core',
    '@dnd-kit/sortable',
    'lucide-react',
    'react-image-crop',
    'workbox-precaching',
    'workbox-routing',
    'workbox-strategies',
  ],
  server: [
    '@aws-sdk/client-s3',
    '@aws-sdk/lib-storage',
    '@ai-sdk/anthropic',
    '@ai-sdk/openai-compatible',
    '@resvg/resvg-js',
    '@simplewebauthn/server',
    'fastify',
    '@fastify/multipart',
    'drizzle-orm',
    'pg',
    'pg-boss',
    'pg-copy-streams',
    'pdfkit',
    'pino',
    'prom-client',
    'cookie',
    'csv-parse',
    'csv-stringify',
    'file-type',
    'ai',
    'ical.js',
    'ipaddr.js',
    'isbot',
    'jose',
    'jsqr',
    'libphonenumber-js',
    'lru-cache',
    'maxmind',
    'nanoid',
    'nodemailer',
    'otpauth',
    'openid-client',
    'pdfkit',
    'satori',
    'sharp',
    'stripe',
    'tar-stream',
    'web-push',
    'yauzl',
    'yazl',
  ],
};

it('imports downwards only', () => {
  const wrong = product.flatMap((file) => {
    const allowed = MAY_IMPORT[layerOf(file)];
    return importsOf(file)
      .filter((target) => !allowed?.includes(layerOf(target)))
      .map((target) => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
});

it('uses in each layer only the packages of that layer', () => {
  const wrong = product.flatMap((file) => {
    const allowed = MAY_USE[layerOf(file)] ?? [];
    return listPackages(file)
      .filter((name) => !(layerOf(file) === 'server' && isBuiltin(name)))
      .filter((name) => !allowed.some((one) => name === one || name.startsWith(`${one}/`)))
      .map((name) => `${file} uses ${name}`);
  });
  expect(wrong).toEqual([]);
});

it('imports zod and QR codes in one file each, and React’s renderer in none', () => {
  const usersOf = (name: string) => product.filter((file) => listPackages(file).includes(name));
  expect(usersOf('zod')).toEqual(['shared/contract/zod.ts']);
  expect(usersOf('react-dom/server')).toEqual([]);
  expect(usersOf('qr')).toEqual(['site/qr/qr.ts']);
});

it('sends requests from app/frame/api only', () => {
  const senders = product.filter(
    (file) =>
      ['app', 'ui'].includes(layerOf(file)) &&
      !file.startsWith('app/frame/api/') &&
      /\bfetch\(|\bXMLHttpRequest\b|\bsendBeacon\b|\bEventSource\b|\bWebSocket\b/.test(read(file)),
  );
  expect(senders).toEqual([]);
});

const roomOf = (file: string): string => (file.split('/').length > 2 ? (file.split('/')[1] ?? '') : '');

it('has the same rooms in the contract, in the app and in the server', () => {
  const wrong = files.filter((file) => {
    const room = roomOf(file);
    const more = BESIDES[layerOf(file)];
    return room && (more || layerOf(file) === 'server') && ![...ROOMS, ...(more ?? [])].includes(room);
  });
  expect(wrong).toEqual([]);
});

it('imports in the server only from the same room and from those below it', () => {
  const wrong = product
    .filter((file) => layerOf(file) === 'server' && roomOf(file))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => layerOf(target) === 'server' && roomOf(target))
        .filter((target) => ROOMS.indexOf(roomOf(target)) > ROOMS.indexOf(roomOf(file)))
        .map((target) => `${file} → ${target}`),
    );
  expect(wrong).toEqual([]);
});

it('keeps in a room of the server only folders of features, and the lists of their routes and jobs', () => {
  const rooms = ROOMS.slice(ROOMS.indexOf('money')).join('|');
  const loose = new RegExp(`^server/(?:${rooms})/(?!routes\\.ts|jobs\\.ts)[^/]+$`);
  expect(files.filter((file) => loose.test(file))).toEqual([]);
});

it(`has at most ${FILES_MAX} files in a folder, not counting tests`, () => {
  const sizes = new Map<string, number>();
  const counted = files.filter(
    (file) => /^(shared|site|app|server)\//.test(file) && !file.includes('/migrations/'),
  );
  for (const file of counted.filter((name) => !/\.test\.tsx?$/.test(name))) {
    const folder = path.dirname(file);
    sizes.set(folder, (sizes.get(folder) ?? 0) + 1);
  }
  expect([...sizes].filter(([, size]) => size > FILES_MAX)).toEqual([]);
});

it('gives a feature one name in the contract, in the server and in the first segment of its paths', () => {
  const homes: Record<string, string> = {
    unreviewed: 'contacts',
    released: 'contacts',
    contactBook: 'contacts',
    contactLinks: 'contacts',
    contactOperations: 'contacts',
    leads: 'contacts',
    cardVersions: 'cards',
    followUps: 'contacts',
    paperCards: 'contacts',
    identity: 'account',
    sameReach: 'account',
    claims: 'teams',
    teamBilling: 'teams',
    brand: 'teams',
    figures: 'teams',
    leavers: 'teams',
    successions: 'teams',
    teamLists: 'teams',
    teamPage: 'teams',
    teamHistory: 'teams',
    adminTeams: 'admin',
  };
  const homeOf = (feature: string) => homes[feature] ?? feature;
  const toCamelCase = (file: string) => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const servers = product.flatMap((file) =>
    [...read(file).matchAll(/import \{ \w+Endpoints \} from '#shared\/\w+\/([\w-]+)\.ts'/g)]
      .filter(() => file.startsWith('server/'))
      .map(([, feature = '']) => `${file.split('/')[2]} serves ${homeOf(toCamelCase(feature))}`),
  );
  expect(servers.length).toBeGreaterThan(5);
  expect(servers.filter((one) => !/^([\w-]+) serves \1$/.test(one))).toEqual([
    // Features of their own, about cards and contacts.
    'contact-links serves contacts',
    'follow-ups serves contacts',
    'paper-cards serves contacts',
    'background serves cards',
    'code serves cards',
    'code serves cards',
    'brand serves teams',
    'claims serves teams',
    'create serves teams',
    'figures serves teams',
    'handover serves teams',
    'invites serves teams',
    'leavers serves teams',
    'leavers serves teams',
    'members serves teams',
    'successions serves teams',
  ]);
  const elsewhere = Object.entries(contract).flatMap(([feature, endpoints]) =>
    Object.values<Endpoint>(endpoints)
      .filter(({ path }) => path.split('/')[2] !== homeOf(feature))
      .map(({ method, path }) => `${feature}: ${method} ${path}`),
  );
  // Bound by the specification, or in use since the first release.
  expect(elsewhere).toEqual([
    'auth: GET /api/account/sessions',
    'auth: DELETE /api/account/sessions',
    'auth: DELETE /api/account/sessions/{id}',
    'leads: POST /api/cards/{id}/leads',
    'analytics: POST /api/cards/{id}/views',
    'analytics: GET /api/cards/{id}/views.gif',
  ]);
});

it('keeps no state of a process in a module of the server', () => {
  const holder =
    /^(?:export )?(?:(?:let|var) (\w+)|const (\w+)(?:: (?!Readonly)[^=\n]+)? = (?:new (?:Weak)?(?:Map|Set)(?:<[^\n]*>)?\(\)|new LRUCache\b|\[\];|\{\};|(?:memoize|batchCalls|create\w+)\())/gm;
  const found = product
    .filter((file) => file.startsWith('server/'))
    .flatMap((file) => [...read(file).matchAll(holder)].map((match) => `${file} ${match[1] ?? match[2]}`));
  expect(found).toEqual([
    // The turn of the event loop, of which a process has one.
    'server/db/in-turns.ts endsAt',
    // The result of a pure function of the same text.
    ...['hashOf', 'policyWith'].map((name) => `server/infra/http/page-cache/page-policy.ts ${name}`),
    'server/infra/http/page-source.ts toInlineBytes',
    'server/infra/network.ts listNetworks',
    'server/infra/phone.ts numberOf',
    // The process itself, before it has a state and after.
    ...['starting', 'isEnding', 'reload'].map((name) => `server/main.ts ${name}`),
    // How many jobs run in a storage of Node, of which the whole process has one.
    'server/money/billing/stripe/patience.ts running',
  ]);
});

it('has no barrels and no any', () => {
  const bare = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'/g, '');
  expect(
    product.filter((file) => /^export (\*|\{[^}]*\} from|type \{[^}]*\} from)/m.test(bare(file))),
  ).toEqual([]);
  expect(product.filter((file) => /\bany\b(?=[[\]>;,)]| =)|as any\b|: any\b/.test(bare(file)))).toEqual([]);
});

it('keeps schemas out of the screens: the app names calls and imports no endpoint of the contract', () => {
  const wrong = product.filter((file) => file.startsWith('app/') && /\b\w+Endpoints\b/.test(read(file)));
  expect(wrong).toEqual([]);
});

it('keeps every file below 300 lines', () => {
  const written = [...sources, ...files.filter((file) => file.endsWith('.css'))];
  expect(written.filter((file) => read(file).split('\n').length > 301)).toEqual([]);
});

it('reads the environment in one place', () => {
  const readers = sources.filter(
    (file) => /process\.env\b(?!\.PATH)/.test(read(file)) && !file.startsWith('test/'),
  );
  expect(readers).toEqual(['server/config/config.ts']);
});
