import type { ReactNode } from 'react';
import type { PublicCard } from '#shared/cards.ts';
import {
  PUBLIC_PHOTOS,
  PUBLIC_PORTFOLIO_IMAGES,
  PUBLIC_TESTIMONIALS,
  PUBLIC_VIDEOS,
} from '#shared/constants.ts';
import { linkLabel, SOCIAL_LABELS, type SocialNetwork, socialHref, toHref } from '#shared/links.ts';

/** The card itself, as the public page shows it; `actions` are the two buttons. */
export function CardFace({ card, actions }: { card: PublicCard; actions: ReactNode }) {
  const role = [card.jobTitle, card.company && [card.company, card.department].filter(Boolean).join(', ')];
  return (
    <article className={`card ${card.template}`}>
      <header>
        {isOwn(card.profileImage) ? (
          <img className="photo" src={card.profileImage} alt={card.fullName} width="112" height="112" />
        ) : (
          <span className="photo" aria-hidden="true">
            {initials(card.fullName)}
          </span>
        )}
        <h1>{card.fullName}</h1>
        {card.tagline && <p className="tagline">“{card.tagline}”</p>}
        {role.some(Boolean) && <p>{role.filter(Boolean).join(' · ')}</p>}
        {card.location && <p className="location">{card.location}</p>}
        <div className="actions">{actions}</div>
      </header>
      <ContactRows card={card} />
      <Sections card={card} />
    </article>
  );
}

/** Public pages load nothing from third parties: only what we store is shown. */
const isOwn = (src: string | null): src is string => src?.startsWith('/media/') === true;

const initials = (name: string) =>
  name
    .split(/\s+/)
    .map((word) => [...word][0] ?? '')
    .filter((_, index, all) => index === 0 || index === all.length - 1)
    .join('')
    .toUpperCase();

function ContactRows({ card }: { card: PublicCard }) {
  const mail = (label: string, value: string | null) => value && { label, value, href: `mailto:${value}` };
  const tel = (label: string, value: string | null) =>
    value && { label, value, href: `tel:${value.replace(/[^+\d]/g, '')}` };
  const link = (label: string, value: string | null) => {
    const href = value && toHref(value);
    return href && { label, value: linkLabel(href), href };
  };
  const rows = [
    mail('Email', card.primaryEmail),
    mail('Second email', card.secondaryEmail),
    mail('Work email', card.workEmail),
    tel('Phone', card.primaryPhone),
    tel('Second phone', card.secondaryPhone),
    tel('Work phone', card.workPhone),
    link('Website', card.website),
    link('Portfolio', card.portfolio),
    link('Book a meeting', card.appointmentBooking),
    link('Video call', card.videoCallLink),
    ...card.customWebsites.map((website) => link('Website', website)),
    ...(Object.entries(card.social) as [SocialNetwork, string][]).map(([network, value]) => {
      const href = socialHref(network, value);
      return href && { label: SOCIAL_LABELS[network], value: linkLabel(href), href };
    }),
  ].filter((row) => row !== null && row !== '');
  if (rows.length === 0) return null;
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={row.label + row.href}>
          <a href={row.href} rel="noopener">
            {row.value}
          </a>
          <small>{row.label}</small>
        </li>
      ))}
    </ul>
  );
}

function Sections({ card }: { card: PublicCard }) {
  const place = [card.city, card.state, card.zipCode].filter(Boolean).join(', ');
  const address = [card.address, place, card.country].filter(Boolean);
  return (
    <>
      {address.length > 0 && (
        <section>
          <h2>Address</h2>
          <address>{address.join('\n')}</address>
        </section>
      )}
      {card.bio && (
        <section>
          <h2>About</h2>
          <p className="bio">{card.bio}</p>
        </section>
      )}
      <Pictures title="Photo Gallery" images={card.photoGallery} shown={PUBLIC_PHOTOS} more="photos" />
      <Videos title="Video Content" videos={card.videoGallery} shown={PUBLIC_VIDEOS} more="videos" />
      <Pictures title="Portfolio" images={card.portfolioImages} shown={PUBLIC_PORTFOLIO_IMAGES} />
      <Videos title="Testimonials" videos={card.testimonialVideos} shown={PUBLIC_TESTIMONIALS} />
      <Tags title="Skills & Expertise" items={card.skills} />
      <Tags title="Languages" items={card.languages} />
      <Tags title="Certifications" items={card.certifications} />
      <Tags title="Achievements" items={card.achievements} />
    </>
  );
}

interface Gallery {
  title: string;
  shown: number;
  /** What "+N more …" counts; left out where the specification shows no count. */
  more?: string;
}

function More({ count, of }: { count: number; of: string | undefined }) {
  return of && count > 0 ? (
    <p>
      +{count} more {of}
    </p>
  ) : null;
}

function Pictures({ title, images, shown, more }: Gallery & { images: string[] }) {
  const own = images.filter(isOwn);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <div className="pictures">
        {own.slice(0, shown).map((src, index) => (
          <img key={src} src={src} alt={`${title} ${index + 1}`} loading="lazy" width="280" height="280" />
        ))}
      </div>
      <More count={own.length - shown} of={more} />
    </section>
  );
}

function Videos({ title, videos, shown, more }: Gallery & { videos: string[] }) {
  const own = videos.filter(isOwn);
  if (own.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      {own.slice(0, shown).map((src) => (
        // biome-ignore lint/a11y/useMediaCaption: owners upload no captions
        <video key={src} src={src} controls preload="none" />
      ))}
      <More count={own.length - shown} of={more} />
    </section>
  );
}

function Tags({ title, items }: { title: string; items: string[] }) {
  if (items.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul className="tags">
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </section>
  );
}
