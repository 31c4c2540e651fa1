import { createElement as h, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { PublicCard } from '#shared/cards/cards.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { BACKGROUND_PRESETS, SOCIAL_NETWORKS, TEMPLATES } from '#shared/contract/constants.ts';
import { writeAttribute } from '#site/attributes.ts';
import { CardPage, type CardPageProps } from '#site/card/CardPage.tsx';
import { ExchangePage } from '#site/card/forms/FormPages.tsx';
import { renderMarkup } from '#site/markup.ts';
import { NotFoundPage } from '#site/not-found/NotFoundPage.tsx';
import { product, read } from '#test/sources.ts';
import { listAttributes } from '#test/syntax.ts';

/** In React's order: it writes some attributes of forms last. */
const sortAttributes = (html: string) =>
  html.replace(
    /<([a-z]\w*)((?: [\w:-]+="[^"]*")+)/gi,
    (_, tag: string, attributes: string) =>
      `<${tag} ${attributes
        .match(/[\w:-]+="[^"]*"/g)
        ?.sort()
        .join(' ')}`,
  );

/** Our apostrophes are in decimal, as everywhere. */
const readReacts = (element: ReactElement) => renderToStaticMarkup(element).replaceAll('&#x27;', '&#39;');

const expectReacts = (element: ReactElement) =>
  expect(sortAttributes(renderMarkup(element))).toBe(sortAttributes(readReacts(element)));

const HOSTILE = `</script><script>alert("'1'")</script> & “more”`;

it.each<[string, ReactElement]>([
  ['text', h('p', { title: HOSTILE }, HOSTILE, 0, ' ', null, false, [['a'], 'b'])],
  ['flags', h('video', { autoPlay: true, muted: true, controls: false, hidden: undefined })],
  ['words for yes and no', h('p', { 'aria-hidden': false, 'data-x': true, spellCheck: false })],
  ['a class that is not there', h('p', { className: false as unknown as string })],
  [
    'an address that is empty',
    h('p', {}, h('img', { src: '' }), h('img', { src: 'data:,' }), h('a', { href: '', download: true })),
  ],
  [
    'a drawing',
    h('svg', { viewBox: '0 0 1 1', strokeWidth: 2 }, h('title', {}, 'T'), h('path', { d: 'M0' })),
  ],
  ['a text that begins with a line break', h('textarea', { defaultValue: '\n<a>' })],
  ['letters as they were typed', h('pre', {}, '\nline')],
  [
    'what was chosen',
    h('select', { defaultValue: 'b&' }, h('option', { value: '' }, 'c'), h('option', {}, 'b&')),
  ],
  [
    'what was typed and ticked',
    h('p', {}, h('input', { defaultValue: 'a"' }), h('input', { defaultChecked: true, readOnly: true })),
  ],
  // biome-ignore lint/security/noDangerouslySetInnerHtml: ours
  ['ready markup', h('div', { dangerouslySetInnerHTML: { __html: '<b>1</b>' } })],
])('writes %s as React does', (_, element) => expectReacts(element));

it('leaves out an address that is a script', () => {
  for (const href of ['javascript:alert(1)', ' JavaScript:alert(1)', '\u0001java\nscript:alert(1)'])
    expect(renderMarkup(h('a', { href }, 'x'))).toBe('<a>x</a>');
});

it('refuses what it would not write as React does', () => {
  const refuse = (element: ReactElement) => expect(() => renderMarkup(element)).toThrow(TypeError);
  refuse(h('p', { style: { color: 'red' } }));
  refuse(h('p', { onClick: () => {} }));
  refuse(h('text', { textAnchor: 'middle' }));
  refuse(h('p', {}, { type: 'script', props: {} } as unknown as ReactNode));
});

const FULL = {
  fullName: `Ada ${HOSTILE}`,
  jobTitle: 'Analyst',
  bio: `Notes\n\n${HOSTILE}`.repeat(9),
  primaryEmail: 'ada@example.com',
  primaryPhone: '+44 20 7946 0018',
  website: 'engines.example',
  address: '12 St James Square',
  social: Object.fromEntries(SOCIAL_NETWORKS.map((network) => [network, 'ada'])),
  skills: ['Analysis', HOSTILE],
  photoGallery: ['/media/a1.webp', '/media/a2.webp'],
  videoGallery: ['/media/a3.mp4'],
  leadConsentText: HOSTILE,
  leadQuestions: [{ id: 'q1', label: 'Which?', kind: 'choice', options: ['A', 'B'], isRequired: true }],
};
const PHOTOS = {
  profileImage: '/media/b1.webp',
  coverImage: '/media/b2.webp',
  companyLogo: '/media/b3.webp',
};

const propsOf = (fields: object): CardPageProps => ({
  card: {
    ...EMPTY_CARD,
    ...{
      id: 'abcdefghij',
      updatedAt: '2026-11-27T00:00:00.000Z',
      mainPath: '/card/abcdefghij',
      phonesE164: {},
    },
    ...fields,
  } as PublicCard,
  origin: 'https://cards.example',
  isExchangeEnabled: true,
  isInboxFull: false,
  offeredText: HOSTILE,
  isLeadFormOpen: true,
  hasWallet: true,
  stillSeenBy: 'owner',
  hasReceipts: true,
  receivers: HOSTILE,
});

const CONTENTS: [string, object][] = [
  ['with a name alone', { fullName: 'Ada' }],
  ['with all there is', FULL],
  ['with photos', { ...FULL, ...PHOTOS }],
  ...BACKGROUND_PRESETS.map((preset): [string, object] => [
    `on ${preset}`,
    { fullName: 'محمد علي', backgroundVideo: `preset:${preset}` },
  ]),
];

it.each(TEMPLATES.flatMap((template) => CONTENTS.map(([name, fields]) => ({ template, name, fields }))))(
  'writes a $template card $name as React does',
  ({ template, fields }) => expectReacts(h(CardPage, propsOf({ ...fields, template }))),
);

it('writes a form that was refused as React does', () => {
  const state = { values: { fullName: HOSTILE }, fields: { email: HOSTILE }, message: 'No' };
  expectReacts(h(ExchangePage, { ...propsOf(FULL), state, shownAt: 1 } as never));
});

it('keeps all of a head, whose scripts React moves to its end', () => {
  const element = h(NotFoundPage, { title: 'A', text: HOSTILE });
  const headOf = (html: string) =>
    /<head>.*<\/head>/s
      .exec(html)?.[0]
      .match(/<[^<]+/g)
      ?.sort();
  expect(headOf(renderMarkup(element))).toEqual(headOf(readReacts(element)));
});

it('knows every attribute of our pages, also of those that are seldom seen', () => {
  const files = product.filter((file) => /^site\/.*\.tsx$/.test(file));
  const attributes = files.flatMap((file) => listAttributes(file, read(file)));
  expect(attributes.length).toBeGreaterThan(500);
  const isWritten = ({ name, value }: (typeof attributes)[number]) =>
    !/^(?:ref|on[A-Z].*)$/.test(name) &&
    (value !== 'ObjectExpression' || name === 'dangerouslySetInnerHTML') &&
    value !== 'ArrowFunctionExpression';
  expect(attributes.filter((attribute) => !isWritten(attribute))).toEqual([]);
  for (const { name, value } of attributes)
    if (name !== '...') writeAttribute(name, value === null ? true : '');
});
