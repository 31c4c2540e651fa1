import { accountEndpoints } from './account.ts';
import { adminEndpoints } from './admin.ts';
import { aliasesEndpoints } from './aliases.ts';
import { analyticsEndpoints } from './analytics.ts';
import type { Endpoint } from './api.ts';
import { archiveEndpoints } from './archive.ts';
import { authEndpoints } from './auth.ts';
import { billingEndpoints } from './billing.ts';
import { cardEndpoints } from './cards.ts';
import { contactBookEndpoints } from './contact-book.ts';
import { contactLinkEndpoints } from './contact-links.ts';
import { contactEndpoints } from './contacts.ts';
import { draftEndpoints } from './drafts.ts';
import { followUpEndpoints } from './follow-ups.ts';
import { identityEndpoints } from './identity.ts';
import { importEndpoints } from './import.ts';
import { leadEndpoints } from './leads.ts';
import { legalEndpoints } from './legal.ts';
import { mediaEndpoints } from './media.ts';
import { nfcEndpoints } from './nfc.ts';
import { noticeEndpoints } from './notices.ts';
import { oembedEndpoints } from './oembed.ts';
import { paperCardEndpoints } from './paper-cards.ts';
import { printEndpoints } from './print.ts';
import { recipientEndpoints } from './recipients.ts';
import { smsEndpoints } from './sms.ts';
import { unreviewedEndpoints } from './unreviewed.ts';
import { walletEndpoints } from './wallet.ts';

/** Every endpoint of the API by feature. OpenAPI and the contract's snapshot are derived from this. */
export const contract = {
  auth: authEndpoints,
  account: accountEndpoints,
  identity: identityEndpoints,
  billing: billingEndpoints,
  cards: cardEndpoints,
  drafts: draftEndpoints,
  media: mediaEndpoints,
  aliases: aliasesEndpoints,
  nfc: nfcEndpoints,
  wallet: walletEndpoints,
  print: printEndpoints,
  oembed: oembedEndpoints,
  contacts: contactEndpoints,
  contactBook: contactBookEndpoints,
  contactLinks: contactLinkEndpoints,
  leads: leadEndpoints,
  import: importEndpoints,
  archive: archiveEndpoints,
  unreviewed: unreviewedEndpoints,
  recipients: recipientEndpoints,
  followUps: followUpEndpoints,
  paperCards: paperCardEndpoints,
  notices: noticeEndpoints,
  sms: smsEndpoints,
  analytics: analyticsEndpoints,
  admin: adminEndpoints,
  legal: legalEndpoints,
} satisfies Record<string, Record<string, Endpoint>>;

type Contract = typeof contract;
type Endpoints = { [Feature in keyof Contract]: Contract[Feature][keyof Contract[Feature]] }[keyof Contract];
type Named<Definition> = Definition extends { method: infer M extends string; path: infer P extends string }
  ? `${M} ${P}`
  : never;

/** The name of an endpoint as the specification writes it: `GET /api/cards/{id}`. */
export type Route = Named<Endpoints>;

/** The endpoint with this name. */
export type EndpointOf<Name extends Route> = Name extends `${infer M} ${infer P}`
  ? Extract<Endpoints, { method: M; path: P }>
  : never;
