import { endpoint, file } from '#shared/contract/api.ts';
import { id, moment } from '#shared/contract/fields.ts';
import { z } from '#shared/contract/zod.ts';

/** The endpoints for a phone's wallet. */

const walletParams = z.object({ cardId: id });

const passField = z.object({ key: z.string(), label: z.string().optional(), value: z.string() });

/** The subset of Apple's pass.json that our generic pass uses (developer.apple.com, "Pass"). */
const applePass = z.looseObject({
  formatVersion: z.literal(1),
  serialNumber: z.string(),
  description: z.string(),
  organizationName: z.string(),
  logoText: z.string(),
  /** As `rgb(26, 26, 26)`. */
  backgroundColor: z.string(),
  foregroundColor: z.string(),
  labelColor: z.string(),
  barcodes: z.array(z.looseObject({ message: z.string(), altText: z.string() })),
  generic: z.object({
    primaryFields: z.array(passField),
    secondaryFields: z.array(passField),
    auxiliaryFields: z.array(passField),
    backFields: z.array(passField),
  }),
});

/** The state of the phones that have a card's pass. */
const passUpdates = z.object({
  /** True if the pass tells phones where to ask for changes: only under https or on this machine. */
  isNamed: z.boolean(),
  /** True if phones are told of changes: with a certificate of Apple's. */
  isPushed: z.boolean(),
  /** How many devices have the owner's pass, and how many that of visitors. */
  ownDevices: z.number().int().nonnegative(),
  visitorDevices: z.number().int().nonnegative(),
  /** When a device last asked for the pass. */
  fetchedAt: moment.nullable(),
});

export const PASS_TYPE = 'application/vnd.apple.pkpass';

export const walletEndpoints = {
  apple: endpoint('GET', '/api/wallet/apple/{cardId}', {
    summary:
      'The content of an Apple Wallet pass, for its owner. To a browser that navigates here, and to whoever accepts only application/vnd.apple.pkpass: the signed pass',
    who: 'anyone',
    account: 'query',
    params: walletParams,
    returns: z.object({
      pass: applePass,
      downloadName: z.string(),
      /** Where the signed pass is. */
      url: z.string(),
      /** True if iPhones accept the signature: it is of a certificate from Apple. */
      isTrusted: z.boolean(),
      updates: passUpdates,
    }),
    isStreamed: true,
  }),
  applePass: endpoint('GET', '/api/wallet/apple/{cardId}.pkpass', {
    summary:
      'The signed Apple Wallet pass: for its owner, and for whoever may see the card while its switch `walletEnabled` is on',
    who: 'anyone',
    params: walletParams,
    returns: file(PASS_TYPE),
  }),
  google: endpoint('GET', '/api/wallet/google/{cardId}', {
    summary:
      'The content of a Google Wallet pass; `saveUrl` is the link that adds it, null without the settings of Google Wallet',
    who: 'user',
    account: 'query',
    params: walletParams,
    hasEffect: true,
    returns: z.object({ object: z.looseObject({ id: z.string() }), saveUrl: z.string().nullable() }),
  }),
  qr: endpoint('GET', '/api/wallet/qr/{cardId}', {
    summary: 'What the QR image of a card holds, and the name to save it under',
    who: 'user',
    account: 'query',
    params: walletParams,
    returns: z.object({ qrCodeData: z.string(), downloadName: z.string() }),
  }),
};

/** The reply about a card's Apple Wallet pass. */
export type ApplePassReply = z.output<typeof walletEndpoints.apple.returns>;
