import { describe, expect, it } from 'vitest';
import { CARD_FIELD_NAMES, cardField } from '#shared/cards/card-fields.ts';
import { EMPTY_CARD } from '#shared/cards/empty-card.ts';
import { LIST_MAX, SOCIAL_NETWORKS, TEXT_MAX } from '#shared/contract/constants.ts';
import { computeContrast } from '#site/card/colors.ts';
import type { FaceFields } from '#site/card/face.ts';
import {
  listSignatureFields,
  listSignaturePictures,
  readChoices,
  SIGNATURE_DESIGNS,
  SIGNATURE_FIELDS,
  usualChoices,
} from './choices.ts';
import { signatureLines, signatureText } from './lines.ts';
import { SIGNATURE_MAX, signatureHtml } from './signature.ts';

const ORIGIN = 'https://cards.example';
type SignatureCard = FaceFields & { id: string };

const cardWith = (fields: Partial<FaceFields>): SignatureCard => ({
  ...EMPTY_CARD,
  id: 'h7Kp2mNqRs',
  fullName: 'Ada Lovelace',
  ...fields,
});
const ada = cardWith({
  jobTitle: 'Analyst',
  company: 'Acme & Sons',
  primaryPhone: '+44 20 7946 0000',
  primaryEmail: 'ada@example.com',
  website: 'acme.example',
  profileImage: '/media/0123456789abcdef0123456789abcdef.jpg',
  social: { linkedin: 'ada', discord: 'ada#1' },
});
const all = [...SIGNATURE_FIELDS];

/** A card whose every text has `text` repeated up to the most that the card takes. */
function stuffed(text: string): SignatureCard {
  const fill = (max: number) => text.repeat(max).slice(0, max);
  const values = CARD_FIELD_NAMES.map((name) => {
    const field = cardField(name);
    if (field.kind === 'line' || field.kind === 'text') return [name, fill(TEXT_MAX.line)];
    if (field.kind === 'phone') return [name, fill(TEXT_MAX.phone)];
    if (field.kind === 'mail') return [name, `${fill(200)}@example.com`];
    if (field.kind === 'link') return [name, `https://example.com/${fill(TEXT_MAX.url - 20)}`];
    if (field.kind === 'list') return [name, Array(LIST_MAX.tags).fill(fill(TEXT_MAX.line))];
    return null;
  }).filter((pair) => pair !== null);
  const social = Object.fromEntries(
    SOCIAL_NETWORKS.map((network) => [network, `https://example.com/${fill(TEXT_MAX.url - 20)}`]),
  );
  return cardWith({ ...Object.fromEntries(values), social });
}

/** The elements of the HTML, each closed in its turn, and its text. */
function read(html: string): { tags: string[]; text: string } {
  const open: string[] = [];
  const tags: string[] = [];
  for (const [, slash, name = ''] of html.matchAll(/<(\/?)([a-z]+)((?: [a-z]+="[^"<>]*")*)>/g)) {
    if (slash) expect(open.pop()).toBe(name);
    else if (!['img', 'br'].includes(name)) open.push(name);
    tags.push(name);
  }
  expect(open).toEqual([]);
  const text = html.replace(/<\/?[a-z]+(?: [a-z]+="[^"<>]*")*>/g, '\n');
  expect(text).not.toMatch(/[<>]/);
  return { tags: [...new Set(tags)].sort(), text };
}

describe('The signature of a card', () => {
  it.each(SIGNATURE_DESIGNS)('consists of tables, links and one picture of a fixed size (%s)', (design) => {
    const html = signatureHtml(ada, { ...usualChoices(ada), design, fields: all }, ORIGIN);
    const { tags, text } = read(html);
    expect(tags.filter((tag) => !['br', 'span'].includes(tag))).toEqual(['a', 'img', 'table', 'td', 'tr']);
    expect(text).toContain('Analyst at Acme &amp; Sons');
    expect(html).toContain(`href="${ORIGIN}/card/h7Kp2mNqRs?via=signature"`);
    expect(html).toMatch(
      /<img src="https:\/\/cards\.example\/card\/h7Kp2mNqRs\/signature\/photo\.jpg" width="(96|64)" height="\1"/,
    );
    expect(html).toContain('href="tel:+442079460000"');
    expect(html).not.toMatch(/script|margin|url\(|class=/);
  });

  it('has no color of its own for text without a panel, and readable ones on it', () => {
    const plain = signatureHtml(ada, { ...usualChoices(ada), fields: ['jobTitle', 'primaryEmail'] }, ORIGIN);
    expect(plain).not.toMatch(/[; "]color:#/);
    for (const primaryColor of ['#ffffff', '#000000', '#ffff00', '#d4af37', '#6366f1', '#1a1a1a']) {
      const card = { ...ada, primaryColor };
      const panel = signatureHtml(card, { ...usualChoices(card), design: 'panel' }, ORIGIN);
      for (const [, color = ''] of panel.replace(/<a [^>]*>View my card/, '').matchAll(/;color:(#\w+)/g)) {
        expect(computeContrast(color, '#ffffff')).toBeGreaterThanOrEqual(4.5);
      }
      const [, ground = '', ink = ''] =
        /background-color:(#\w+)"><a href="[^"]*" style="color:(#\w+);font-weight/.exec(panel) ?? [];
      expect(computeContrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
      const [, rule = ''] = /border-left:6px solid (#\w+)/.exec(panel) ?? [];
      for (const paper of ['#ffffff', '#1f1f1f']) expect(computeContrast(rule, paper)).toBeGreaterThan(1.5);
    }
  });

  it.each(['"', '&', "'<", '</td></table><script>alert(1)</script>', '👩‍👩‍👧 ', 'עדה ', 'a', 'x y '])(
    'stays whole and within the limit of Gmail, whatever the card says (%s)',
    (text) => {
      const card = stuffed(text);
      for (const design of SIGNATURE_DESIGNS) {
        const html = signatureHtml(
          card,
          { ...usualChoices(card), design, picture: 'code', fields: all },
          ORIGIN,
        );
        expect(html.length).toBeLessThanOrEqual(SIGNATURE_MAX);
        expect(read(html).tags).not.toContain('script');
        expect(html).toContain('?via=signature');
      }
    },
  );

  it('shortens a long name with an ellipsis, and reads from right to left where the card does', () => {
    const long = signatureHtml(cardWith({ fullName: 'Ada '.repeat(50).trim() }), usualChoices(ada), ORIGIN);
    expect(long).toMatch(/Ada…/);
    const hebrew = cardWith({ fullName: 'עדה לאבלייס', primaryPhone: '+972 3 123 4567' });
    expect(signatureHtml(hebrew, { ...usualChoices(hebrew), fields: all }, ORIGIN)).toMatch(
      /^<table [^>]*dir="rtl"[\s\S]*<span dir="ltr">\+972 3 123 4567<\/span>/,
    );
    expect(signatureHtml(ada, usualChoices(ada), ORIGIN)).not.toContain('dir="rtl"');
  });

  it('leaves out what is not chosen, also as plain text', () => {
    const fields = ['company', 'primaryEmail', 'social', 'link'];
    expect(signatureText(signatureLines(ada, { fields }, ORIGIN))).toBe(
      [
        'Ada Lovelace',
        'Acme & Sons',
        '',
        'ada@example.com',
        'LinkedIn: https://www.linkedin.com/in/ada',
        'Discord: ada#1',
        '',
        `My card: ${ORIGIN}/card/h7Kp2mNqRs?via=signature`,
      ].join('\n'),
    );
    const bare = signatureHtml(ada, { ...usualChoices(ada), picture: 'none', fields: [] }, ORIGIN);
    expect(read(bare).text.replace(/&nbsp;|\s/g, '')).toBe('AdaLovelace');
  });
});

describe('The choices of a signature', () => {
  it('offer only what the card has', () => {
    expect(listSignaturePictures(ada)).toEqual(['none', 'photo', 'code']);
    expect(listSignatureFields(ada).map(({ label }) => label)).toEqual([
      'Job title',
      'Company',
      'Email',
      'Phone',
      'Website',
      'Social links',
      'Link to your card',
    ]);
  });

  it('are read as they were kept, without what is no longer there or never was', () => {
    const kept = {
      design: 'panel',
      picture: 'logo',
      accent: 'plaid',
      fields: ['link', 'company', 'nonsense', 7],
    };
    expect(readChoices(kept, ada)).toEqual({
      design: 'panel',
      picture: 'photo',
      accent: 'primary',
      fields: ['company', 'link'],
    });
    for (const nonsense of [null, 7, 'x', [], { fields: 'all' }]) {
      expect(readChoices(nonsense, ada)).toEqual(usualChoices(ada));
    }
  });
});
