import { sql } from 'drizzle-orm';
import { listAbilities } from '#server/abilities.ts';
import { can, STRANGER, toCardSubject } from '#server/access/can.ts';
import { asAmong, memberOf } from '#server/access/find-account.ts';
import { systemFor } from '#server/access/system.ts';
import {
  givesPasses,
  isPublic,
  isTeamPagePublic,
  isVacant,
  takesContacts,
  takesLeads,
} from '#server/access/visibility.ts';
import { whereCan } from '#server/access/where-can.ts';
import { sendsMail } from '#server/accounts/auth/link-mail.ts';
import { lookUp, toPublicCard } from '#server/cards/cards/cards.ts';
import { type FoundCard, receiversOf } from '#server/cards/cards/read-card.ts';
import type { AppContext, VisitorContext } from '#server/context.ts';
import { teams } from '#server/db/schema/users.ts';
import type { Rendered } from '#server/infra/http/page-cache/page-cache.ts';
import { type PreparedPage, preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { NOT_KEPT, SHARED_FOR_A_MOMENT, toSource } from '#server/infra/http/page-source.ts';
import { originOf } from '#server/infra/http/requester.ts';
import { offeredText } from '#server/messages/sms/offered-text.ts';
import type { TEMPLATES } from '#shared/contract/constants.ts';
import type { AppError } from '#shared/contract/errors.ts';
import { teamPagePath } from '#shared/teams/page.ts';
import { printPath } from '#site/card/card-css.ts';
import type { DocumentPart } from '#site/markup.ts';
import {
  renderCardNotFound,
  renderCardPage,
  renderFailure,
  renderNotFound,
  renderPrintCss,
  renderVacant,
} from '#site/render.tsx';

/** The public pages, rendered once and cached until their content changes. */

const ALWAYS_THE_SAME: ReadonlyMap<string, string> = new Map();

/** The 404 page of anything but a card, shared by all. */
export function notFoundPage({ pages }: AppContext): Promise<PreparedPage> {
  return pages.render('not-found', async () => ({
    page: preparePage(toSource(renderNotFound(), 404, NOT_KEPT)),
    kept: { share: 'page', versions: ALWAYS_THE_SAME },
  }));
}

/** The 404 page of a card, shared by all. */
export function cardNotFoundPage({ pages }: AppContext): Promise<PreparedPage> {
  return pages.render('card-not-found', async () => ({
    page: preparePage(toSource(renderCardNotFound(), 404, NOT_KEPT)),
    kept: { share: 'page', versions: ALWAYS_THE_SAME },
  }));
}

/** The styles of cards on paper. After an update, a browser may have the former ones for a day. */
export function printStyles(
  { pages }: AppContext,
  template: (typeof TEMPLATES)[number],
): Promise<PreparedPage> {
  const headers = { 'cache-control': 'public, max-age=86400', 'x-content-type-options': 'nosniff' };
  const contentType = 'text/css; charset=utf-8';
  return pages.render(printPath(template), async () => ({
    page: preparePage({ status: 200, contentType, body: renderPrintCss(template), headers }),
    kept: { share: 'page', versions: ALWAYS_THE_SAME },
  }));
}

/** The error page for browsers. */
export const troublePage = (refusal: AppError): PreparedPage =>
  refusalPage(renderFailure(refusal.message), refusal);

export function refusalPage(
  parts: DocumentPart[],
  { status, retryAfter }: Pick<AppError, 'status' | 'retryAfter'>,
): PreparedPage {
  const source = toSource(parts, status, NOT_KEPT);
  if (retryAfter !== undefined) source.headers['retry-after'] = String(retryAfter);
  return preparePage(source);
}

/**
 * A page as strangers see it: cached pages and those being rendered are shared, and failed lookups are rate limited.
 */
export async function lookUpPage(
  ctx: VisitorContext,
  key: string,
  render: () => Promise<Rendered>,
): Promise<PreparedPage> {
  const kept = await ctx.pages.find(key);
  if (kept) return kept;
  return lookUp(
    ctx,
    () => ctx.pages.render(key, render),
    ({ status }) => status === 404,
  );
}

/**
 * The public card; a 404 with the specification's wording if strangers may not see it. Those who have it see a paused card.
 */
export async function cardPage(ctx: VisitorContext, id: string): Promise<PreparedPage> {
  const page = await lookUpPage(ctx, addressOf(id), () => renderForStrangers(ctx, id));
  return page.status === 404 && ctx.user ? ((await pausedPage(ctx, id)) ?? page) : page;
}

/** Loads the page of a card into memory, if it is not there. */
export async function keepCardPage(app: AppContext, id: string): Promise<void> {
  await app.pages.render(addressOf(id), () => renderForStrangers(app, id));
}

const addressOf = (id: string) => `/card/${id}`;

async function renderForStrangers(app: AppContext, id: string): Promise<Rendered> {
  const found = await app.readCard(id);
  if (found && can(STRANGER, 'see', toCardSubject(found))) {
    return { page: prepareCard(app, found), kept: { share: 'page', versions: found.versions } };
  }
  if (found && isVacant(found.card, found.owner)) {
    // Read before the page of the team's people, which may be closed in between.
    const versions = new Map([...found.versions, ...(await app.readVersions([`team:${found.owner.id}`]))]);
    return { page: await prepareVacant(app, found), kept: { share: 'missing', versions } };
  }
  return missingCard(app, id, found);
}

/** True if whoever had a vacant card is in the team still: then the page does not say that they have left. */
async function isFormerInTeam({ readDb, readTimeout }: AppContext, cardId: string): Promise<boolean> {
  const { rows } = await readTimeout.within(() =>
    readDb.execute(sql`select from card_successions s where s.card_id = ${cardId} and s.claimed_at is null
      and ${memberOf(sql`s.team_id`, sql`s.former_id`)} is not null`),
  );
  return rows.length > 0;
}

/** Says who is there now, with nothing of the person who was; phones forget what they kept of the card. */
async function prepareVacant(app: AppContext, { card, owner }: FoundCard): Promise<PreparedPage> {
  const teamOf = app.readDb
    .select()
    .from(teams)
    .where(whereCan(systemFor(owner.id), 'see', 'team'));
  const [team] = await app.readTimeout.within(() => teamOf.execute());
  const page = renderVacant({
    teamName: owner.fullName,
    nextName: card.vacancy === 'named' ? card.fullName : null,
    isInTeam: await isFormerInTeam(app, card.id),
    website: card.website,
    people: team && isTeamPagePublic(team, owner) ? teamPagePath(owner.username) : null,
  });
  return preparePage(toSource(page, 200, NOT_KEPT));
}

/** The strangers' page instead of a card that is not there, or a page that it does not show. */
export async function missingCard(app: AppContext, id: string, found: FoundCard | null): Promise<Rendered> {
  const versions = found?.versions ?? new Map([[`card:${id}`, '']]);
  return { page: await cardNotFoundPage(app), kept: { share: 'missing', versions } };
}

/** The page of a paused or hidden card for its owner and their team; null for everyone else. */
async function pausedPage(ctx: VisitorContext, id: string): Promise<PreparedPage | null> {
  const found = await ctx.readCard(id);
  const isSeen = found && can(await asAmong(ctx, found.owner.id), 'see', toCardSubject(found));
  return isSeen ? prepareCard(ctx, found) : null;
}

/** A card as this visitor may see it. */
export function prepareCard(app: AppContext, { card, owner }: FoundCard): PreparedPage {
  const { config } = app;
  const isPublicCard = isPublic(card, owner);
  const { signsApplePasses, signsGooglePasses } = listAbilities(app);
  const page = renderCardPage({
    card: toPublicCard(card),
    origin: originOf(config),
    isExchangeEnabled: takesContacts(owner),
    isInboxFull: owner.isInboxFull,
    offeredText: offeredText(config, card.fullName, owner),
    isLeadFormOpen: takesLeads(card, owner),
    hasWallet: givesPasses(card, owner) && (signsApplePasses || signsGooglePasses),
    stillSeenBy: isPublicCard ? null : owner.kind === 'team' ? 'team' : 'owner',
    hasReceipts: sendsMail({ config }),
    receivers: receiversOf({ card, owner }),
  });
  return preparePage(toSource(page, 200, isPublicCard ? SHARED_FOR_A_MOMENT : NOT_KEPT));
}
