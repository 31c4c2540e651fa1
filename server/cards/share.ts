import { findOwnCard } from '#server/cards/cards.ts';
import type { UserContext } from '#server/context.ts';
import type { SHARE_PLATFORMS } from '#shared/constants.ts';

type Platform = (typeof SHARE_PLATFORMS)[number];

/** Each network's own share address; all of them take the link itself, none loads anything from us. */
const ADDRESS: Record<Platform, (link: string, words: string) => string> = {
  linkedin: (link) => `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: link })}`,
  twitter: (link, text) => `https://twitter.com/intent/tweet?${new URLSearchParams({ url: link, text })}`,
  facebook: (link) => `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: link })}`,
  whatsapp: (link, words) => `https://wa.me/?${new URLSearchParams({ text: `${words} ${link}` })}`,
};

export async function shareCard(
  ctx: UserContext,
  { params }: { params: { id: string; platform: Platform } },
) {
  const card = await findOwnCard(ctx, params.id);
  const link = `${ctx.asker.origin}/card/${card.id}`;
  return { url: ADDRESS[params.platform](link, `${card.fullName}'s digital business card`) };
}
