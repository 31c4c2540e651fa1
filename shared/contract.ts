import { accountEndpoints } from './accounts/account.ts';
import { aliasesEndpoints } from './accounts/aliases.ts';
import { authEndpoints } from './accounts/auth.ts';
import { identityEndpoints } from './accounts/identity.ts';
import { sameReachEndpoints } from './accounts/same-reach.ts';
import { analyticsEndpoints } from './analytics/analytics.ts';
import { cardVersionEndpoints } from './cards/card-versions.ts';
import { cardEndpoints } from './cards/cards.ts';
import { draftEndpoints } from './cards/drafts.ts';
import { mediaEndpoints } from './cards/media.ts';
import type { Endpoint } from './contract/api.ts';
import { noticeEndpoints } from './messages/notices.ts';
import { smsEndpoints } from './messages/sms.ts';
import { billingEndpoints } from './money/billing.ts';
import { teamBillingEndpoints } from './money/team-billing.ts';
import { adminEndpoints } from './operations/admin.ts';
import { adminTeamEndpoints } from './operations/admin-teams.ts';
import { legalEndpoints } from './pages/legal.ts';
import { oembedEndpoints } from './pages/oembed.ts';
import { contactBookEndpoints } from './people/contact-book.ts';
import { contactLinkEndpoints } from './people/contact-links.ts';
import { contactOperationEndpoints } from './people/contact-operations.ts';
import { contactEndpoints } from './people/contacts.ts';
import { followUpEndpoints } from './people/follow-ups.ts';
import { importEndpoints } from './people/import.ts';
import { leadEndpoints } from './people/leads.ts';
import { paperCardEndpoints } from './people/paper-cards.ts';
import { recipientEndpoints } from './people/recipients.ts';
import { releasedEndpoints } from './people/released.ts';
import { unreviewedEndpoints } from './people/unreviewed.ts';
import { archiveEndpoints } from './portability/archive.ts';
import { nfcEndpoints } from './sharing/nfc.ts';
import { printEndpoints } from './sharing/print.ts';
import { walletEndpoints } from './sharing/wallet.ts';
import { brandEndpoints } from './teams/brand.ts';
import { claimEndpoints } from './teams/claims.ts';
import { teamFigureEndpoints } from './teams/figures.ts';
import { teamHistoryEndpoints } from './teams/history.ts';
import { leaverEndpoints } from './teams/leavers.ts';
import { teamListEndpoints } from './teams/lists.ts';
import { teamPageEndpoints } from './teams/page.ts';
import { successionEndpoints } from './teams/successions.ts';
import { teamEndpoints } from './teams/teams.ts';

/** Every endpoint of the API by feature. OpenAPI and the contract's snapshot are derived from this. */
export const contract = {
  auth: authEndpoints,
  account: accountEndpoints,
  sameReach: sameReachEndpoints,
  identity: identityEndpoints,
  billing: billingEndpoints,
  cards: cardEndpoints,
  cardVersions: cardVersionEndpoints,
  drafts: draftEndpoints,
  media: mediaEndpoints,
  aliases: aliasesEndpoints,
  nfc: nfcEndpoints,
  wallet: walletEndpoints,
  print: printEndpoints,
  oembed: oembedEndpoints,
  contacts: contactEndpoints,
  contactBook: contactBookEndpoints,
  contactOperations: contactOperationEndpoints,
  contactLinks: contactLinkEndpoints,
  leads: leadEndpoints,
  import: importEndpoints,
  archive: archiveEndpoints,
  unreviewed: unreviewedEndpoints,
  released: releasedEndpoints,
  recipients: recipientEndpoints,
  followUps: followUpEndpoints,
  paperCards: paperCardEndpoints,
  notices: noticeEndpoints,
  sms: smsEndpoints,
  analytics: analyticsEndpoints,
  teams: teamEndpoints,
  brand: brandEndpoints,
  claims: claimEndpoints,
  teamBilling: teamBillingEndpoints,
  figures: teamFigureEndpoints,
  teamLists: teamListEndpoints,
  teamPage: teamPageEndpoints,
  successions: successionEndpoints,
  leavers: leaverEndpoints,
  teamHistory: teamHistoryEndpoints,
  admin: adminEndpoints,
  adminTeams: adminTeamEndpoints,
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
