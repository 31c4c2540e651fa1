import type { ReactNode } from 'react';
import type { Abilities } from '#shared/contract/abilities.ts';
import { CardStill } from './CardStill.tsx';
import { Person } from './Person.tsx';
import { QrCode } from './QrCode.tsx';
import { HERO_CARD, PRIVATE_CARD, SAMPLE_CONTACTS, SAMPLE_COUNTS, TEACHING_CARD } from './sample.ts';

const formatNumber = (value: number) => value.toLocaleString('en-US');

const PANELS: { id: string; title: string; content: (props: { abilities: Abilities }) => ReactNode }[] = [
  { id: 'overview', title: 'Overview', content: Overview },
  { id: 'cards', title: 'My Cards', content: Cards },
  { id: 'contacts', title: 'Contacts', content: People },
  { id: 'analytics', title: 'Analytics', content: Analytics },
  { id: 'settings', title: 'Settings', content: Settings },
];

/**
 * The dashboard with sample data. Without scripts its tabs are links to panels; `landing.client.ts` turns them into
 * tabs.
 */
export function DashboardPreview({ abilities }: { abilities: Abilities }) {
  return (
    <section className="wrap" aria-labelledby="dashboard">
      <h2 id="dashboard">Everything in one place</h2>
      <div className="window">
        <ul className="tabs" data-tabs aria-label="Dashboard preview">
          {PANELS.map(({ id, title }) => (
            <li key={id}>
              <a href={`#preview-${id}`} id={`tab-${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <div className="panels">
          {PANELS.map(({ id, content: Content }) => (
            <div key={id} id={`preview-${id}`} className="panel">
              <Content abilities={abilities} />
            </div>
          ))}
        </div>
      </div>
    </section>
  );
}

function Stats({ counts }: { counts: (readonly [string, string])[] }) {
  return (
    <dl className="stats">
      {counts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Overview({ abilities }: { abilities: Abilities }) {
  return (
    <div className="desk">
      <div>
        <p className="hello">Welcome back, {HERO_CARD.fullName}</p>
        <Stats
          counts={[
            ['Total Cards', formatNumber(SAMPLE_COUNTS.cards)],
            ['Contacts', formatNumber(SAMPLE_COUNTS.contacts)],
            ['Total Views', formatNumber(SAMPLE_COUNTS.views)],
            ['Unique Visitors', formatNumber(SAMPLE_COUNTS.visitors)],
            ['Active Cards', formatNumber(SAMPLE_COUNTS.activeCards)],
            ['Auto SMS', abilities.sendsTexts ? 'ON' : 'OFF'],
          ]}
        />
      </div>
      <div className="shelf">
        <CardStill card={HERO_CARD} />
        <QrCode />
      </div>
      <div>
        <h3>Latest contacts</h3>
        <People />
      </div>
    </div>
  );
}

const CARDS = [
  { name: 'Work', card: HERO_CARD, views: 871 },
  { name: 'Teaching', card: TEACHING_CARD, views: 296 },
  { name: 'Private', card: PRIVATE_CARD, views: 118 },
];

function Cards() {
  return (
    <ul className="cards">
      {CARDS.map(({ name, card, views }) => (
        <li key={name}>
          <CardStill card={card} />
          <p>
            <strong>{name}</strong>
            {[card.fullName, card.company].filter(Boolean).join(', ')}
            <small>{views} views</small>
          </p>
        </li>
      ))}
    </ul>
  );
}

function People() {
  return (
    <ul className="people">
      {SAMPLE_CONTACTS.map(({ met, ...contact }) => (
        <li key={contact.fullName}>
          <Person {...contact}>{met}</Person>
        </li>
      ))}
    </ul>
  );
}

const { views, visitors } = SAMPLE_COUNTS;

const DEVICES = [
  ['Mobile', 68],
  ['Desktop', 25],
  ['Tablet', 7],
] as const;

function Analytics() {
  return (
    <>
      <Stats
        counts={[
          ['Total Views', formatNumber(views)],
          ['Unique Visitors', formatNumber(visitors)],
          ['Engagement Rate', `${Math.round((visitors / views) * 100)}%`],
        ]}
      />
      <h3>Devices</h3>
      <dl className="bars">
        {DEVICES.map(([device, share]) => (
          <div key={device}>
            <dt>{device}</dt>
            <dd>{share}%</dd>
            <dd>
              <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
                <path d={`M0 0h${share}v1H0z`} />
              </svg>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const SETTINGS = [
  ['Profile visibility', 'Others can see your cards'],
  ['Analytics tracking', 'We count views of your cards'],
  ['Contact exchange', 'Visitors can send you their details'],
];

function Settings() {
  return (
    <dl className="switches">
      {SETTINGS.map(([name, meaning]) => (
        <div key={name}>
          <dt>
            <strong>{name}</strong>
            {meaning}
          </dt>
          <dd>
            <i aria-hidden="true" />
            On
          </dd>
        </div>
      ))}
    </dl>
  );
}
