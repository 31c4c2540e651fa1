import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BACKGROUND_PRESETS, TEMPLATES } from '#shared/contract/constants.ts';
import { EXAMPLE_CARD } from '../../site/landing/sample.ts';
import { joinParts } from '../../site/markup.ts';

/**
 * Everything that was built for browsers: the app's files, and what our pages carry inline as the built server renders
 * them.
 */

export interface BuiltText {
  kind: 'script' | 'style';
  /** Where it was found, for the report. */
  file: string;
  text: string;
}

const KINDS: Record<string, BuiltText['kind']> = { '.js': 'script', '.css': 'style' };

/** Scripts and styles inline in a page; data blocks, which have a type, are not included. */
function inlineTexts(html: string, file: string): BuiltText[] {
  return [...html.matchAll(/<(style|script)>([\s\S]*?)<\/\1>/g)].map(([, tag, text = '']) => ({
    kind: tag === 'style' ? 'style' : 'script',
    file: `${file} <${tag}>`,
    text,
  }));
}

function appTexts(folder: string): BuiltText[] {
  return fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const file = path.join(folder, name);
    const kind = KINDS[path.extname(name)];
    if (kind) return [{ kind, file: `dist/app/${name}`, text: fs.readFileSync(file, 'utf8') }];
    return name.endsWith('.html') ? inlineTexts(fs.readFileSync(file, 'utf8'), `dist/app/${name}`) : [];
  });
}

/** A page of each kind, covering every template and every background. */
async function renderPages(folder: string): Promise<[string, string][]> {
  const built = pathToFileURL(path.join(folder, 'render.js')).href;
  const site: typeof import('../../site/render.tsx') = await import(built);
  const origin = 'https://goldleaf.example';
  const offeredText = 'Elena via Goldleaf: It was great connecting with you!';
  const visible = {
    isExchangeEnabled: true,
    offeredText,
    isLeadFormOpen: true,
    hasWallet: true,
    isWalletReal: true,
    stillSeenBy: 'owner' as const,
    hasReceipts: true,
    receivers: 'Ada',
    isInboxFull: false,
  };
  const looks = ['', ...BACKGROUND_PRESETS.map((preset) => `preset:${preset}`)];
  const cards = TEMPLATES.flatMap((template) =>
    looks.map((background): [string, ReturnType<typeof site.renderCardPage>] => {
      const card = { ...EXAMPLE_CARD, template, backgroundVideo: background || null };
      const parts = site.renderCardPage({ card, origin, ...visible });
      return [`card, ${template} ${background}`, parts];
    }),
  );
  const form = {
    card: EXAMPLE_CARD,
    isShared: false,
    hasReceipts: true,
    receivers: 'Ada',
    isInboxFull: false,
    offeredText,
    state: { values: {}, fields: {} },
  };
  const portal = { rows: [], invoices: [], canRefund: false, renewal: null, nextStep: null, returnPath: '/' };
  const portfolio = {
    fullName: 'Elena',
    username: 'elena',
    cards: TEMPLATES.map((template) => ({ ...EXAMPLE_CARD, template })),
    origin,
    isHiddenForOwner: true,
  };
  const abilities = {
    languageModel: null,
    sendsTexts: true,
    signsApplePasses: true,
    signsGooglePasses: true,
  };
  const documents: [string, ReturnType<typeof site.renderNotFound>][] = [
    ...cards,
    ['exchange form', site.renderExchangePage(form)],
    ['lead form', site.renderLeadPage(form)],
    ['one moment, please', site.renderResend({ message: '', values: {} })],
    ['landing page', site.renderLanding({ origin, abilities })],
    ['portfolio', site.renderPortfolio(portfolio)],
    ['not found', site.renderNotFound()],
    ['outbox', site.renderOutbox({ letters: [] })],
    ['logos', site.renderLogos()],
    ['test checkout', site.renderTestCheckout({ rows: [], cancelPath: '/' })],
    ['test portal', site.renderTestPortal(portal)],
  ];
  return [
    ...TEMPLATES.map((template): [string, string] => [
      `on paper, ${template}`,
      `<style>${site.renderPrintCss(template)}</style>`,
    ]),
    ...documents.map(([name, parts]): [string, string] => [name, joinParts(parts)]),
  ];
}

/** The contents of `dist`; identical text is listed once, under the first page that contains it. */
export async function readBuilt(dist: string): Promise<BuiltText[]> {
  const pages = await renderPages(path.join(dist, 'server'));
  const inline = pages.flatMap(([name, html]) => inlineTexts(html, name));
  const known = new Set<string>();
  return [...appTexts(path.join(dist, 'app')), ...inline].filter(({ text }) => {
    const isNew = !known.has(text);
    known.add(text);
    return isNew;
  });
}
