import { describe, expect, it } from 'vitest';
import { files, listPackages, product, read } from './sources.ts';

/** Things that only one place of the product may do, so that nobody has to remember what else belongs to them. */

/** The files that may import a package, and what everything else uses instead. */
const PACKAGES: Record<string, [places: RegExp, instead: string]> = {
  '@aws-sdk/client-s3': [/^server\/infra\/blobs\/bucket\.ts$/, '`ctx.stores`'],
  sharp: [/^server\/infra\/pictures\//, '`ctx.pictures.run`, in a child process'],
  satori: [/^server\/sharing\/drawing\//, '`ctx.drawings`, with the fonts we ship'],
  '@resvg/resvg-js': [/^server\/sharing\/drawing\//, '`ctx.drawings`, with the fonts we ship'],
  pdfkit: [/^server\/(?:sharing\/print|infra\/pictures)\/write-pdf\.ts$/, '`ctx.prints`'],
  '@node-rs/argon2': [/^server\/accounts\/auth\/password-threads\.ts$/, '`ctx.passwords`'],
  'libphonenumber-js': [
    /^server\/(?:infra\/(?:phone|country-codes)|messages\/sms\/numbers|config\/twilio-settings)\.ts$/,
    '`server/infra/phone.ts`',
  ],
  'csv-stringify': [/^server\/infra\/csv\.ts$/, '`csvLines`'],
  'openid-client': [/^server\/accounts\/auth\/oidc\//, '`ctx.signInProviders`'],
  ai: [/^server\/messages\/model\//, '`ctx.models`'],
  '@ai-sdk/anthropic': [/^server\/messages\/model\//, '`ctx.models`'],
  '@ai-sdk/openai-compatible': [/^server\/messages\/model\//, '`ctx.models`'],
  stripe: [/^server\/money\/billing\/(?:stripe\/|test-provider\/to-stripe)/, '`ctx.billing`'],
  nodemailer: [/^server\/infra\/mail\//, '`mailUser`, `mailLink` or `sendMail`'],
  'prom-client': [/^server\/infra\/metrics\//, 'a figure of `server/operations/metrics`'],
  'web-push': [/^server\/messages\/notices\//, 'a notice'],
};

/** Statements as they look in the source, the files that may contain it, and what everything else uses instead. */
const STATEMENTS: [name: string, what: RegExp, where: RegExp, places: RegExp, instead: string][] = [
  [
    'lowers letters in SQL',
    /\blower\(/,
    /^server\//,
    /^server\/db\/rename-case-twins\.ts$/,
    '`foldCase`: lower() knows only ASCII in C',
  ],
  [
    'draws text as SVG',
    /<text[\s>]/,
    /^(?:server|site)\//,
    /^$/,
    '`ctx.drawings`: SVG text takes the fonts of the host',
  ],
  [
    'makes elements for styles',
    /<style|createElement\('style'\)/,
    /^(?:app|ui)\//,
    /^ui\/styles\.ts$/,
    '`useStyles`',
  ],
  [
    'makes addresses of blobs',
    /\bcreateObjectURL\(/,
    /^(?:app|ui)\//,
    /^app\/(?:cards\/editor\/media\/film-check|people\/contacts\/scan\/picture)\.ts$/,
    '`saveFrom`: installed apps cannot open `blob:` URLs',
  ],
  [
    'adds entries to the history',
    /\b(?:pushState|replaceState)\b/,
    /^(?:app|ui)\//,
    /^app\/frame\/navigation\//,
    '`browserHistory`',
  ],
  [
    'opens a database on the device',
    /\bindexedDB\.open\(/,
    /^(?:app|site|ui)\//,
    /^app\/offline\/device-copy\.ts$/,
    '`device-copy.ts`',
  ],
  [
    'runs programs synchronously',
    /\b(?:spawnSync|execSync|execFileSync)\b/,
    /^(?:server\/|scripts\/(?:start|serve|setup|children|demo|dev|packages|alone|build)\.mjs$)/,
    /^server\/sharing\/drawing\/drawing-assets\.ts$/,
    'an asynchronous call: a synchronous one keeps signal handlers from running',
  ],
  [
    'sends requests to other servers',
    /^import (?!type)[^;]*from 'node:http[s2]?'|(?<![.\w])fetch\(/m,
    /^server\//,
    /^server\/(?:infra\/(?:fetch-within|public-address)|cards\/media\/remote-image|messages\/notices\/push-client|sharing\/wallet\/apns|infra\/metrics\/metrics-server|money\/billing\/stripe\/stripe-client|operations\/backup\/check-copy|app|infra\/http\/.*)\.ts$/,
    '`fetchWithin`, or `importMedia` for an address that a user typed',
  ],
  ['queues mails as they are', /\bsendMail\(/, /^server\//, /^server\/infra\/mail\//, '`mailUser`'],
  [
    'writes sums of money',
    /\bstyle: 'currency'/,
    /^(?!test)/,
    /^(?:shared\/formats\/money|app\/operations\/admin\/Stats)\.tsx?$/,
    '`formatSum`',
  ],
  [
    'starts sessions',
    /\bstartSession\(/,
    /^server\//,
    /^server\/(?:accounts\/auth\/(?:enter|session-tokens)|operations\/(?:demo\/demo|backup\/check-copy))\.ts$/,
    '`enter`',
  ],
  [
    'records what happens to accounts',
    /\binsert\(accountEvents\)|into account_events\b/,
    /^server\//,
    /^server\/infra\/journal\/account-events\.ts$/,
    '`recordAccountEvent` or `noticeOwner`',
  ],
  [
    'records what administrators do',
    /\binsert\(adminActions\)/,
    /^server\//,
    /^server\/operations\/admin\/audit\.ts$/,
    '`recordAct`',
  ],
  [
    'records what happens to contacts',
    /\binsert\(contactHistory\)|into contact_history\b/,
    /^server\//,
    /^server\/people\/contacts\/history\.ts$/,
    '`recordContactEvent`',
  ],
  [
    'claims names',
    /\binsert\(claimedNames\)|into claimed_names\b/,
    /^server\//,
    /^server\/accounts\/aliases\/names\.ts$/,
    '`claimName`: no name ever passes to another account',
  ],
  [
    'gives files to accounts',
    /\binsert\(mediaOwners\)|into media_owners\b/,
    /^server\//,
    /^server\/cards\/media\/(?:media-owners|older-media)\.ts$/,
    '`storeMedia` within `withRoom`',
  ],
  [
    'holds submissions for review',
    /\binsert\(unreviewedSubmissions\)|into unreviewed_submissions\b/,
    /^server\//,
    /^server\/people\/contacts\/(?:exchange|review)\//,
    '`submit`',
  ],
];

/** A source without its comments. */
const bareOf = (file: string) => read(file).replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '');
const shipped = [...product, ...files.filter((file) => /^scripts\/.*\.mjs$/.test(file))];
const bare = new Map(shipped.map((file) => [file, bareOf(file)]));
const withStatement = (what: RegExp) => shipped.filter((file) => what.test(bare.get(file) ?? ''));

describe('Only one place', () => {
  it.each(Object.entries(PACKAGES))('imports %s', (name, [places, instead]) => {
    const isIt = (one: string) => one === name || one.startsWith(`${name}/`);
    const users = product.filter(
      (file) => listPackages(file).some(isIt) || read(file).includes(`resolve('${name}')`),
    );
    expect(users.length, name).toBeGreaterThan(0);
    expect(
      users.filter((file) => !places.test(file)),
      `use ${instead}`,
    ).toEqual([]);
  });

  it.each(STATEMENTS)('%s', (_name, what, where, places, instead) => {
    const found = withStatement(what).filter((file) => where.test(file));
    expect(
      found.filter((file) => !places.test(file)),
      `use ${instead}`,
    ).toEqual([]);
    if (places.source !== '^$') expect(found.length).toBeGreaterThan(0);
  });
});

it('builds every child process, each from an entry of its own', () => {
  const entries = product.filter((file) => /(?<!\/task)-process\.ts$/.test(file));
  const config = read('vite.config.ts');
  expect(entries.length).toBeGreaterThan(0);
  expect(entries.filter((file) => !config.includes(`'${file}'`))).toEqual([]);
});
