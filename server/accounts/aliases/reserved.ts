import { computeSkeleton } from '#server/accounts/aliases/skeleton.ts';

/** Names that no short address and no new username may have (docs/decisions/127). */

/** First segments of our own paths. `reserved.test.ts` finds those that are missing here. */
const PATHS = `
  account admin analytics api assets auth c card cards checkout contacts create dashboard edit-card example example.vcf favicon.ico first-answers
  healthz icon-192.png icon-512.png imprint legal logo-preview media metrics outbox portfolio privacy processing-agreement readyz
  robots.txt scan share-card share.png site.webmanifest sitemap.xml subscribe temp-admin terms test-provider theme.js
  your-details
`;

/** Paths that this or a later release, a proxy or a search engine may need. */
const USUAL = `
  about abuse accounts ads advertise affiliate affiliates alias aliases announcement announcements app apple apps archive
  article articles audit authorize avatar avatars badge badges banner beta bill billing blog blogs board book bookmark
  bookmarks business button buy cache calendar callback campaign campaigns cancel careers cart catalog category cdn
  changelog chat check checkin claim classes client clients cloud code codes comment comments community companies company
  compare complaints config connect console contact content contract cookie cookies copyright corporate countries coupon
  credits customer customers data database debug default delete demo design designs desktop dev developer developers device
  devices directory discover discuss dist dmca doc docs documentation documents domain download downloads draft drafts
  edit editor education email emails embed employee employees enterprise error errors event events everyone example
  examples exchange explore export exports faq faqs favorites feature featured features feed feedback feeds file files
  find finance fonts forgot forgot-password form forms forum forums friends gallery gift gifts go group groups guest guests
  guide guides health help hello home host hosting hotels html http https icon icons image images img import imprint inbox
  index info install integration integrations intranet invite invites invoice invoices ios item items javascript job jobs
  join js json knowledge lab labs language languages latest lead leads learn library license licenses link links list lists
  live local locale location locations log login logo logos logout logs mail mailer mailing manage management manager
  manifest map maps market marketing marketplace master me member members membership message messages mobile moderator
  monitor my name names native network networks new news newsletter nfc notes notification notifications oauth oembed
  offer offers offline oidc open openapi order orders organization organizations overview owner owners page pages partner
  partners passes passkey passkeys password pay payment payments people person personal phone photo photos picture pictures
  ping plan plans plugin plugins policies policy portal post posts premium press preview pricing print private pro product
  products profile profiles project projects promo proxy public publish purchase qr qrcode query random read recent
  recover recovery redirect refund refunds register registration release releases remove report reports request reset
  resources restore review reviews root router rss rules sale sales save schedule schema script scripts search secure
  security self sell server servers service services session sessions set settings setup share shared sharing shop short
  show sign-in sign-out sign-up signature signatures signin signout signup site sitemap sites social source spec sponsor
  sso staff start state static statistics stats status stop storage store stories story style styles stylesheet subscriber
  subscriptions suggest support survey suspended sw sync system tag tags talk task tasks team teams template templates test
  testimonials tests text theme themes ticket tickets token tokens tool tools top topic topics tour training transfer
  translate trending trial tutorial tutorials undefined unsubscribe update updates upgrade upload uploads url usage user
  username users validate verify version video videos view views visitor visitors wallet watch web webhook webhooks webmail
  website well-known welcome widget widgets wiki word work worker workers workspace www xml you
  apple-app-site-association autoconfig autodiscover carddav cgi-bin dav domains graphql hooks keys localhost mcp rpc saml scim
  service-worker webauthn webdav websocket agb datenschutz impressum mentions-legales
`;

/** Words in which people trust. */
const TRUSTED = `
  administration administrator administrators bank ceo compliance customer-service customer-support customercare
  goldleaf goldleaf-app goldleaf-support helpdesk hostmaster legal-notice moderation moderators no-reply nobody noreply null
  official operator operators postmaster safety security-team superuser support-team sysadmin trust trusted verified
  webmaster
`;

const RESERVED: ReadonlySet<string> = new Set(
  `${PATHS} ${USUAL} ${TRUSTED}`.trim().split(/\s+/).map(computeSkeleton),
);

/** Paths requested by programs, and by those who look for holes in them. */
const LIKE_A_FILE =
  /\.(?:aspx?|axd|bak|bmp|cfm|cgi|cfg|conf|css|csv|dll|do|env|exe|gif|gz|htm|html|ico|ini|jar|jpe?g|js|json|jsp|key|log|map|md|mjs|mp4|old|pem|phar|php\d?|pl|png|py|rar|rb|rss|sh|sql|svg|swf|swp|tar|tgz|ts|txt|vcf|ics|pkpass|wasm|webmanifest|webp|woff2?|xml|ya?ml|zip)$/;

/** True if a folded name, or one that looks like it, is kept for the product. */
export const isReserved = (name: string): boolean =>
  LIKE_A_FILE.test(name) || RESERVED.has(computeSkeleton(name));
