import { Copy, Mail, MessageSquare, Share } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { buildMainLink, copyLink } from '#app/cards/cards/copy-link.ts';
import { useReportShare } from '#app/cards/cards/share.queries.ts';
import { useShareCard } from '#app/cards/cards/share-card.ts';
import { Link } from '#app/frame/navigation/router.tsx';
import { paths } from '#app/frame/paths.ts';
import { NetworkGlyph } from '#app/sharing/part/NetworkGlyph.tsx';
import { PreviewTable, SharingPart, type SharingProps } from '#app/sharing/part/SharingPart.tsx';
import type { SeenCard } from '#shared/cards/cards.ts';
import { CHANNEL_LABELS } from '#shared/cards/channels.ts';
import { MORE_NETWORKS, SHARE_PLATFORMS } from '#shared/contract/constants.ts';
import { linkLabel } from '#shared/contract/links.ts';
import { mailLink, messageLink, shareLink } from '#shared/sharing/share-links.ts';
import { SOCIAL_GLYPHS } from '#site/card/icons.ts';
import { Button, buttonClass } from '#ui/Button.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { toast } from '#ui/Toast.tsx';

/** The card's link: to copy, to hand to the device, to send, and to post. */
export function LinkPart({ card, isCounted }: SharingProps) {
  const [isMoreOpen, setIsMoreOpen] = useState(false);
  return (
    <SharingPart
      title="Link"
      text="Opens on any phone or computer. No app needed."
      preview={<LinkPreview card={card} />}
      actions={<LinkActions card={card} />}
    >
      <div>
        <h3 className="pb-2 text-sm font-medium">Send or post it</h3>
        <Ways card={card} />
        <div className="pt-3">
          <Disclosure label="More" isQuiet isOpen={isMoreOpen} onChange={setIsMoreOpen}>
            <MoreNetworks card={card} />
          </Disclosure>
        </div>
        {isCounted && (
          <p className="pt-3 text-sm text-ink-2">
            We tag each link so{' '}
            <Link to={paths.analytics} className="text-gold-ink underline underline-offset-4">
              Analytics
            </Link>{' '}
            can show what works.
          </p>
        )}
      </div>
    </SharingPart>
  );
}

/** As a message or a post shows the link: the picture that the card offers for it, and its name. */
function LinkPreview({ card }: { card: SeenCard }) {
  const link = buildMainLink(card);
  const [isBroken, setIsBroken] = useState(false);
  return (
    <PreviewTable>
      <a
        href={link}
        className="w-full max-w-md overflow-hidden rounded-surface border border-line bg-surface hover:border-control"
      >
        {!isBroken && (
          <img
            // Kept for a day, so what changed on the card would not show.
            src={`${paths.publicCard(card.id)}/preview.png?v=${Date.parse(card.updatedAt)}`}
            alt=""
            width={1200}
            height={630}
            onError={() => setIsBroken(true)}
            className="aspect-[1200/630] h-auto w-full border-b border-line bg-line/40"
          />
        )}
        <span className="block px-4 py-3">
          <span className="block truncate text-sm text-ink-2">{card.fullName}</span>
          <span className="block text-lg font-medium wrap-anywhere">{linkLabel(link)}</span>
        </span>
      </a>
    </PreviewTable>
  );
}

function LinkActions({ card }: { card: SeenCard }) {
  const { prepare, share } = useShareCard(card);
  const canShare = typeof navigator.share === 'function';
  return (
    <div className="flex flex-wrap gap-2">
      <Button className="flex-1 sm:flex-none" onClick={() => void copyLink(card)}>
        <Copy size={18} />
        Copy link
      </Button>
      {canShare && (
        <Button
          variant="secondary"
          className="flex-1 sm:flex-none"
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={share}
        >
          <Share size={18} />
          Share
        </Button>
      )}
    </div>
  );
}

const WAYS = 'grid grid-cols-2 gap-2 sm:grid-cols-3 lg:grid-cols-2';

/** Links, because browsers block windows that a script opens after waiting for a response. */
function Ways({ card }: { card: SeenCard }) {
  const tellShared = useReportShare();
  const { origin } = window.location;
  return (
    <div className={WAYS}>
      {SHARE_PLATFORMS.map((platform) => (
        <Way
          key={platform}
          href={shareLink(platform, origin, card)}
          isElsewhere
          label={CHANNEL_LABELS[platform]}
          onPress={() => tellShared.mutate({ id: card.id, platform })}
        >
          <NetworkGlyph path={SOCIAL_GLYPHS[platform]} size={18} />
        </Way>
      ))}
      <Way href={mailLink(origin, card)} label="Email">
        <Mail size={18} />
      </Way>
      <Way href={messageLink(origin, card)} label="Message">
        <MessageSquare size={18} />
      </Way>
    </div>
  );
}

function MoreNetworks({ card }: { card: SeenCard }) {
  return (
    <div className={WAYS}>
      {MORE_NETWORKS.map((network) => (
        <Way
          key={network}
          href={shareLink(network, window.location.origin, card)}
          isElsewhere
          label={CHANNEL_LABELS[network]}
          onPress={() => toast({ title: 'Ready to share!' })}
        />
      ))}
    </div>
  );
}

interface WayProps {
  href: string;
  label: string;
  /** Opens in a tab of its own. */
  isElsewhere?: boolean;
  onPress?: () => void;
  children?: ReactNode;
}

function Way({ href, label, isElsewhere = false, onPress, children }: WayProps) {
  const elsewhere = isElsewhere ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a
      href={href}
      {...elsewhere}
      onClick={onPress}
      className={`${buttonClass('secondary')} justify-start! px-4! font-normal!`}
    >
      {children}
      {label}
    </a>
  );
}
