import { createHash } from 'node:crypto';
import { type PassThrough, Readable } from 'node:stream';
import { and, eq, gt } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { requireToExport } from '#server/access/may-export.ts';
import { mayAs } from '#server/access/rules.ts';
import { systemFor } from '#server/access/system.ts';
import { isExisting } from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { requireIdentity } from '#server/accounts/auth/confirm-identity.ts';
import { readBrand } from '#server/cards/brand/lay-over.ts';
import type { UserContext } from '#server/context.ts';
import { businessCards, cardDrafts, cardMedia } from '#server/db/schema/cards.ts';
import { contactMedia, contacts } from '#server/db/schema/people.ts';
import { users } from '#server/db/schema/users.ts';
import { sendBytes } from '#server/infra/http/send-export.ts';
import type { FileBody } from '#server/infra/http/serve.ts';
import { recordAccountEvent } from '#server/infra/journal/account-events.ts';
import { writeAccount } from '#server/portability/account/write-account.ts';
import {
  ACCOUNT_FILE,
  ARCHIVE_FORMAT,
  ARCHIVE_VERSION,
  MANIFEST_FILE,
  type Manifest,
  manifestText,
} from '#server/portability/archive/manifest.ts';
import { accountOf } from '#shared/accounts/ids.ts';
import { ownMediaName } from '#shared/contract/media-urls.ts';
import { accountFileName } from '#shared/formats/file-names.ts';
import { slicesOf } from '#shared/formats/slices.ts';

/**
 * Everything stored about the requester, or about a team as far as they may export it, streamed: one JSON file, plus `media/…`
 * named as its URLs name them, and last the manifest, by which this server recognizes its own archives. Whoever finds an open
 * session must not be able to carry it all away, so the requester is asked who they are.
 */
export async function exportAccount(ctx: UserContext): Promise<FileBody> {
  await requireToExport(ctx);
  await requireIdentity(ctx);
  return sendBytes(ctx, () => openZip(ctx), {
    fileName: accountFileName(ctx.now()),
    onSend: () => noteExport(ctx),
  });
}

/** In the history of whoever exports, and in a team's, too. */
async function noteExport(ctx: UserContext): Promise<void> {
  const { id, kind, fullName } = ctx.account;
  const name = kind === 'team' ? `Everything of ${fullName}` : 'Everything';
  for (const account of new Set([accountOf(ctx.user).id, id])) {
    await recordAccountEvent(ctx, ctx.db, account, 'exported', { name });
  }
}

/** Likewise for the account that `ctx.account` names, without asking anybody. */
export async function openZip(ctx: UserContext): Promise<Readable> {
  const names = [...(await listMediaNames(ctx))];
  // A store that is away is said before the first byte, or the download breaks.
  await Promise.all(names.slice(0, ASKED_AT_ONCE).map((name) => ctx.blobs.sizeOf(name)));
  const zip = new ZipFile();
  const body = zip.outputStream as PassThrough;
  zip.on('error', (error: Error) => body.destroy(error));
  const files: Record<string, string> = {};
  const add: AddFile = (path, open, compress) =>
    new Promise((begin) => {
      // Nobody would read or close it.
      if (body.destroyed) return;
      zip.addReadStreamLazy(path, { compress }, (pass) => {
        begin();
        const source = Readable.from(hashWhileRead(path, open(), files), { objectMode: false });
        pass(null, untilClosed(source, body));
      });
    });
  void add(ACCOUNT_FILE, () => writeAccount(ctx), true);
  const finish = () => {
    // Files are written one after the other: when this one begins, the others have been hashed.
    zip.addReadStreamLazy(MANIFEST_FILE, { compress: true }, (pass) =>
      pass(null, untilClosed(Readable.from(writeManifest(ctx, files)), body)),
    );
    zip.end();
  };
  addMedia(ctx, names, add).then(finish, (error: Error) => void body.destroy(error));
  return body;
}

/** Settles when the file is begun. */
type AddFile = (path: string, open: () => AsyncIterable<Buffer | string>, compress: boolean) => Promise<void>;

/** Of a bucket, each is a call. */
const ASKED_AT_ONCE = 16;

/**
 * Adds the files that are there. They are looked for while those before them are sent: a client whose account has thousands
 * would wait for its first byte until a proxy gives up.
 */
async function addMedia({ blobs }: UserContext, names: string[], add: AddFile): Promise<void> {
  for (const some of slicesOf(names, ASKED_AT_ONCE)) {
    const sizes = await Promise.all(some.map((name) => blobs.sizeOf(name)));
    const found = some.filter((_, nth) => sizes[nth] !== null);
    // Pictures and videos are already compressed.
    const begun = found.map((name) => add(`media/${name}`, () => blobs.read(name), false));
    await begun.at(-1);
  }
}

/** Passes the bytes on; notes their SHA-256 when they have all been read. */
async function* hashWhileRead(
  path: string,
  pieces: AsyncIterable<Buffer | string>,
  files: Record<string, string>,
): AsyncGenerator<Buffer | string> {
  const sha256 = createHash('sha256');
  for await (const piece of pieces) {
    sha256.update(piece);
    yield piece;
  }
  files[path] = sha256.digest('hex');
}

/** Fails if the account was deleted meanwhile: its rows went while they were read, and the archive would look whole. */
async function* writeManifest(ctx: UserContext, files: Record<string, string>): AsyncGenerator<string> {
  const isThis = whereCan(systemFor(ctx.account.id), 'see', 'account');
  const left = await ctx.db.$count(users, and(isThis, isExisting()));
  if (left === 0) throw new Error('The account was deleted while it was exported.');
  const { id, email, emailConfirmedAt } = ctx.account;
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    writtenAt: ctx.now().toISOString(),
    account: { id, email: emailConfirmedAt === null ? null : email },
    files,
  };
  yield manifestText(ctx, manifest);
}

/**
 * yazl uses pipes, which do not propagate errors: this aborts the download if a source fails, and closes a source that
 * nobody reads.
 */
function untilClosed(source: Readable, body: PassThrough): Readable {
  const end = () => void source.destroy();
  body.once('close', end);
  source.once('close', () => body.off('close', end));
  return source.once('error', (error) => body.destroy(error));
}

/**
 * The files of the account's cards, including those that can still be restored, of a person's drafts, and the photos of
 * contacts.
 */
async function listMediaNames(ctx: UserContext): Promise<Set<string>> {
  const names = new Set(mayAs(ctx, 'card', 'export') ? await cardFileNames(ctx) : []);
  if (ctx.account.kind === 'person') for (const name of await draftFileNames(ctx)) names.add(name);
  if (mayAs(ctx, 'brand', 'export')) for (const name of await brandFileNames(ctx)) names.add(name);
  for await (const name of photoNames(ctx)) names.add(name);
  return names;
}

async function cardFileNames(ctx: UserContext): Promise<string[]> {
  const rows = await ctx.db
    .selectDistinct({ name: cardMedia.mediaName })
    .from(cardMedia)
    .innerJoin(businessCards, eq(businessCards.id, cardMedia.cardId))
    .where(whereCan(ctx, 'export', 'card'));
  return rows.map(({ name }) => name);
}

/** The files that the cards of a team take over from it; none of a person. */
async function brandFileNames(ctx: UserContext): Promise<string[]> {
  const brand = await readBrand(ctx, ctx.account);
  return Object.values(brand?.fields ?? {}).flatMap(({ value }) => ownMediaName(value) ?? []);
}

async function draftFileNames(ctx: UserContext): Promise<string[]> {
  const drafts = await ctx.db
    .select({ names: cardDrafts.mediaNames })
    .from(cardDrafts)
    .where(whereCan(ctx, 'export', 'draft'));
  return drafts.flatMap((draft) => draft.names);
}

const PHOTOS_AT_ONCE = 1_000;

async function* photoNames(ctx: UserContext): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const rows = await ctx.db
      .select({ id: contacts.id, name: contactMedia.mediaName })
      .from(contacts)
      .innerJoin(contactMedia, eq(contactMedia.contactId, contacts.id))
      .where(and(whereCan(ctx, 'export', 'contact'), gt(contacts.id, after)))
      .orderBy(contacts.id, contactMedia.mediaName)
      .limit(PHOTOS_AT_ONCE);
    for (const { name } of rows) yield name;
    const last = rows.at(-1);
    if (!last || rows.length < PHOTOS_AT_ONCE) return;
    after = last.id;
  }
}
