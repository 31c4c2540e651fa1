import type { Config } from '#server/config/config.ts';
import { priceOf } from '#server/money/billing/price/price.ts';
import { formatSum } from '#shared/formats/money.ts';
import type { Tax } from '#shared/money/billing.ts';
import { monthlyCents } from '#shared/money/subscription.ts';
import type { LegalPages } from '#shared/pages/legal.ts';
import { legalPaths } from '#shared/pages/legal-paths.ts';
import type { LegalFacts } from '#site/legal/legal-facts.ts';
import { listKept } from './kept-data.ts';

/**
 * The legal pages' facts about this server: from its settings and from the code. Cards do not link to them:
 * each has a link to the front page, and every byte of a card counts.
 */

/** Without one of these there is no seller to name, and nothing is published. */
const REQUIRED = { SELLER_NAME: 'name', SELLER_ADDRESS: 'address', SELLER_EMAIL: 'email' } as const;

const missingOf = ({ seller }: Config): string[] =>
  Object.entries(REQUIRED)
    .filter(([, part]) => !seller[part])
    .map(([setting]) => setting);

/** The published pages: the operator's own where they are set, else ours once the seller is known. */
export function listLegalPages(config: Config): LegalPages {
  const isReady = missingOf(config).length === 0;
  const { termsUrl, privacyUrl } = config.operator;
  return {
    imprintUrl: isReady ? legalPaths.imprint : null,
    termsUrl: termsUrl ?? (isReady ? legalPaths.terms : null),
    privacyUrl: privacyUrl ?? (isReady ? legalPaths.privacy : null),
  };
}

export function readLegalFacts(config: Config, origin: string, tax: Tax): LegalFacts {
  const { name, address, email, taxId, country } = config.seller;
  return {
    origin,
    seller: {
      name: name ?? '[SELLER_NAME]',
      address: (address ?? '[SELLER_ADDRESS]').split(',').map((line) => line.trim()),
      email: email ?? 'seller@example.com',
      taxId,
      country,
    },
    price: formatSum(monthlyCents(1), 1, priceOf(tax, null)).replace(/:.*/, ''),
    kept: listKept(config),
    processors: listProcessors(config),
    links: {
      imprintUrl: legalPaths.imprint,
      termsUrl: config.operator.termsUrl ?? legalPaths.terms,
      privacyUrl: config.operator.privacyUrl ?? legalPaths.privacy,
    },
    missing: missingOf(config),
  };
}

/** Where files are, unless on this server. */
function listStores({ mediaStore, bucket }: Config): LegalFacts['processors'] {
  if (mediaStore === 'disk' || !bucket) return [];
  const { endpoint, region } = bucket;
  return [
    {
      name: `The store of files at ${endpoint ? new URL(endpoint).host : `Amazon in ${region}`}`,
      what: 'Keeps photos and videos, files that are being imported, and archives. Visitors never reach it: this server fetches what they see.',
    },
  ];
}

/** Only those that this server is set up with. */
function listProcessors(config: Config): LegalFacts['processors'] {
  const { stripe, smtpUrl, oidc, googleWallet, ai, twilio } = config;
  return [
    ...(stripe
      ? [
          {
            name: 'Stripe',
            url: 'https://stripe.com/privacy',
            what: 'Payments: your name, email address and id, and what you enter on its pages. Card numbers go to Stripe and never reach this server.',
          },
        ]
      : []),
    ...(smtpUrl
      ? [
          {
            name: `The mail service ${new URL(smtpUrl).hostname}`,
            what: 'Delivers our mails: your email address, your name, and what the mail says.',
          },
        ]
      : []),
    ...listStores(config),
    ...(twilio
      ? [
          {
            name: 'Twilio',
            url: 'https://www.twilio.com/legal/privacy',
            what: 'Sends text messages to people who agreed to one: their number, your name as on the card, and your message.',
          },
        ]
      : []),
    ...(googleWallet
      ? [
          {
            name: 'Google Wallet',
            url: 'https://policies.google.com/privacy',
            what: 'Keeps the cards whose owners add them to Google Wallet, with each change. A visitor who adds a card opens a page of Google, which learns the card from the link.',
          },
        ]
      : []),
    ...(ai
      ? [
          {
            name: `The language model at ${new URL(ai.baseUrl).host}`,
            what: 'Writes follow-up suggestions when an owner asks for them and has not switched it off: it learns the contact’s name, role, company and message, when and where they met, the owner’s name, role and company, the links of the card, and what the owner wants to say. No email addresses and no phone numbers. It also reads the photos of paper cards that an owner scans, if the owner chooses it and has not switched it off: it is sent the picture with everything printed on it, but not when and where it was taken.',
          },
        ]
      : []),
    ...oidc.map(({ label }) => ({
      name: `${label}, if you sign in with it`,
      what: 'Confirms who you are: it learns that you sign in here, and tells us an id, your name and your email address. Nothing is sent to it unless you choose it.',
    })),
  ];
}
