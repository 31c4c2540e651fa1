import { Fragment } from 'react';
import { PREVIEW_NETWORKS } from '#shared/contract/constants.ts';
import { linkLabel } from '#shared/contract/links.ts';
import type { FaceFields } from '../face.ts';
import { Icon, SocialIcon } from '../Icon.tsx';
import { Section } from '../Section.tsx';
import { addressLines, type ContactLine, websiteLines } from './contact-lines.ts';
import { socialLinks } from './social-links.ts';

/** How to reach the owner: contact lines, address, networks and websites. */

interface ContactSectionProps {
  card: FaceFields;
  lines: ContactLine[];
  isPreview: boolean;
}

export function ContactSection({ card, lines, isPreview }: ContactSectionProps) {
  return (
    <div className="reach">
      <Rows rows={lines} hasIcons={card.template === 'modern'} />
      <Address card={card} />
      <Social card={card} isPreview={isPreview} />
      <Websites card={card} />
    </div>
  );
}

function Rows({ rows, hasIcons }: { rows: ContactLine[]; hasIcons: boolean }) {
  if (rows.length === 0) return null;
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={`${row.label} ${row.href}`}>
          <a href={row.href ?? undefined} rel="noopener">
            {hasIcons && <Icon glyph={row.glyph} />}
            <span className="value" dir="auto" data-to={row.address}>
              {row.value}
            </span>{' '}
            <span className="label">{row.label}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

function Address({ card }: { card: FaceFields }) {
  const lines = addressLines(card);
  if (lines.length === 0) return null;
  const query = encodeURIComponent(lines.join(', '));
  return (
    <Section title="Address">
      <address dir="auto">
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be alike, and none moves
          <Fragment key={index}>
            {index > 0 && <br />}
            {line}
          </Fragment>
        ))}
      </address>
      <a
        className="quiet-link"
        href={`https://www.openstreetmap.org/search?query=${query}`}
        rel="noopener noreferrer"
      >
        Open in maps
      </a>
    </Section>
  );
}

function Social({ card, isPreview }: { card: FaceFields; isPreview: boolean }) {
  const links = socialLinks(card, isPreview ? PREVIEW_NETWORKS : undefined);
  if (links.length === 0) return null;
  return (
    <ul className="social" aria-label="Social">
      {links.map(({ network, name, href, value }) => (
        <li key={network}>
          {href ? (
            <a href={href} rel="noopener me" title={name} data-to={linkLabel(href)}>
              <SocialIcon network={network} />
              <span className="unseen">{name}</span>
            </a>
          ) : (
            <span className="handle">
              <SocialIcon network={network} />
              <span className="unseen">{name}: </span>
              {value}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Websites({ card }: { card: FaceFields }) {
  const rows = websiteLines(card);
  if (rows.length === 0) return null;
  return (
    <Section title="Websites">
      <ul className="websites">
        {rows.map((row) => (
          <li key={row.href}>
            <a href={row.href ?? undefined} rel="noopener">
              {row.value}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
