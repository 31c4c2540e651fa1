import type { ReactNode } from 'react';
import type { Abilities } from '#shared/contract/abilities.ts';
import { SAMPLE_ACTIVITY, SAMPLE_CONTACTS, SAMPLE_COUNTS } from './sample.ts';
import { ViewsLine } from './ViewsLine.tsx';

const formatNumber = (value: number) => value.toLocaleString('en-US');

const PANELS: { id: string; title: string; content: (props: { abilities: Abilities }) => ReactNode }[] = [
  { id: 'overview', title: 'Overview', content: Overview },
  { id: 'cards', title: 'My Cards', content: Cards },
  { id: 'contacts', title: 'Contacts', content: Contacts },
  { id: 'analytics', title: 'Analytics', content: Analytics },
  { id: 'settings', title: 'Settings', content: Settings },
];

/** A miniature dashboard. Without scripts its tabs are links to panels; `landing.client.ts` turns them into tabs. */
export function DashboardPreview({ abilities }: { abilities: Abilities }) {
  return (
    <section className="dashboard wrap" aria-labelledby="dashboard">
      <h2 id="dashboard">Everything in one place</h2>
      <p className="lead">
        Cards, contacts, and analytics.{abilities.sendsTexts && ' Auto SMS goes to new contacts who opt in.'}
      </p>
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

function Overview({ abilities }: { abilities: Abilities }) {
  const counts = [
    ['Total Cards', formatNumber(SAMPLE_COUNTS.cards)],
    ['Contacts', formatNumber(SAMPLE_COUNTS.contacts)],
    ['Auto SMS', abilities.sendsTexts ? 'ON' : 'OFF'],
    ['Total Views', formatNumber(SAMPLE_COUNTS.views)],
    ['Unique Visitors', formatNumber(SAMPLE_COUNTS.visitors)],
    ['Active Cards', formatNumber(SAMPLE_COUNTS.activeCards)],
  ];
  return (
    <dl className="counts">
      {counts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const CARDS = [
  { name: 'Work', line: 'Architect, Marchetti & Vale', views: 871, ground: 'green' },
  { name: 'Teaching', line: 'Lecturer, Cooper School', views: 296, ground: 'clay' },
  { name: 'Private', line: 'Elena Marchetti', views: 118, ground: 'gold' },
];

function Cards() {
  return (
    <ul className="tiny-cards">
      {CARDS.map(({ name, line, views, ground }) => (
        <li key={name}>
          <span className={`tiny ${ground}`} aria-hidden="true" />
          <strong>{name}</strong>
          <span>{line}</span>
          <small>{formatNumber(views)} views</small>
        </li>
      ))}
    </ul>
  );
}

const initialsOf = (name: string) => name.replace(/(\w)\w* ?/g, '$1');

function Contacts() {
  return (
    <ul className="people">
      {SAMPLE_CONTACTS.map(({ fullName, line, met }) => (
        <li key={fullName}>
          <span className="initials" aria-hidden="true">
            {initialsOf(fullName)}
          </span>
          <span>
            <strong>{fullName}</strong>
            {line}
          </span>
          <small>via Work, {met}</small>
        </li>
      ))}
    </ul>
  );
}

const DEVICES = [
  ['Mobile', 68],
  ['Desktop', 25],
  ['Tablet', 7],
] as const;

function Analytics() {
  return (
    <div className="figures">
      <ViewsLine />
      <p className="unseen">Views a day over two weeks, rising from 31 to 94.</p>
      <dl>
        {DEVICES.map(([device, share]) => (
          <div key={device}>
            <dt>{device}</dt>
            <dd>{share}%</dd>
          </div>
        ))}
        <div>
          <dt>Latest</dt>
          <dd>{SAMPLE_ACTIVITY[0][0]}</dd>
        </div>
      </dl>
    </div>
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
