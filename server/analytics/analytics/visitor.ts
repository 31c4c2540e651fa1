import type { Visit } from '#server/analytics/analytics/view.ts';
import type { AppContext } from '#server/context.ts';
import { describeLocation } from '#server/infra/http/locate.ts';
import type { Requester } from '#server/infra/http/requester.ts';
import { networkOf } from '#server/infra/network.ts';
import { parseHost } from '#shared/analytics/viewer.ts';
import { readChannel } from '#shared/cards/channels.ts';
import { cleanText } from '#shared/contract/fields.ts';
import { cutText } from '#shared/formats/cut-text.ts';

/** The stored facts about a visitor: few, and none about those who ask not to be tracked. */

/** The page's knowledge and report of how its visitor came. */
export interface ViewOrigin {
  referrer?: string | null | undefined;
  via?: string | null | undefined;
  tag?: string | null | undefined;
}

/** The parts of a request and the process that tell who a visitor is. */
export type VisitContext = Pick<AppContext, 'config' | 'keyedHash' | 'places'> & {
  requester: Requester;
};

/** The stored facts with Do-Not-Track or GPC. */
export const UNKNOWN_VISIT: Visit = {
  viewerIp: null,
  viewerLocation: null,
  viewerDevice: null,
  referrer: null,
  via: null,
  nfcTag: null,
  tag: null,
};

/** Equal for the same visitor of the same card; irreversible, and not linkable between cards. */
export function hashVisitor({ keyedHash, requester }: VisitContext, cardId: string): Buffer {
  return keyedHash('visitor', `${cardId}\n${requester.address}\n${requester.userAgent}`);
}

/** Do-Not-Track (W3C Tracking Preference Expression) or Global Privacy Control. */
export function wantsPrivacy(requester: Requester): boolean {
  return requester.header('dnt') === '1' || requester.header('sec-gpc') === '1';
}

const TAG_MAX = 60;

/** `nfcTags`: the numbers of the card's tags. Links of tags name no occasion: their `tag` is a number, or nothing. */
export function describeVisit(
  ctx: VisitContext,
  origin: ViewOrigin,
  nfcTags: readonly number[],
  viewerDevice: string,
): Visit {
  const { requester } = ctx;
  const via = readChannel(origin.via);
  const isNfc = via === 'nfc';
  const tag = origin.tag ? readLine(origin.tag) : '';
  return {
    viewerIp: networkOf(requester.address),
    viewerLocation: describeLocation(ctx, requester),
    viewerDevice,
    referrer: foreignHost(origin.referrer ?? null, requester),
    via,
    nfcTag: (isNfc && nfcTags.find((number) => tag === String(number))) || null,
    tag: isNfc ? null : cutText(tag, TAG_MAX).trim() || null,
  };
}

/** Only the host that the visitor came from; null for our own pages. */
function foreignHost(referrer: string | null, requester: Requester): string | null {
  const host = referrer ? parseHost(referrer) : null;
  if (host === null || requester.header('host')?.replace(/:\d*$/, '').toLowerCase() === host) return null;
  return parseHost(requester.origin) === host ? null : host;
}

const readLine = (text: string): string => cleanText(text).replace(/\s+/g, ' ').trim();
