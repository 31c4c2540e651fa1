import { endpoint } from './api.ts';
import { id } from './fields.ts';
import { z } from './zod.ts';

/** The endpoints for a phone's wallet. */

const walletParams = z.object({ cardId: id });

/** The subset of Apple's pass.json that our generic pass uses (developer.apple.com, "Pass"). */
const applePass = z.looseObject({
  formatVersion: z.literal(1),
  serialNumber: z.string(),
  description: z.string(),
  organizationName: z.string(),
});

export const walletEndpoints = {
  apple: endpoint('GET', '/api/wallet/apple/{cardId}', {
    summary: 'The content of an Apple Wallet pass; `url` is null until passes can be signed',
    who: 'user',
    params: walletParams,
    returns: z.object({ pass: applePass, downloadName: z.string(), url: z.string().nullable() }),
  }),
  google: endpoint('GET', '/api/wallet/google/{cardId}', {
    summary: 'The content of a Google Wallet pass; `saveUrl` is null until passes can be signed',
    who: 'user',
    params: walletParams,
    returns: z.object({ object: z.looseObject({ id: z.string() }), saveUrl: z.string().nullable() }),
  }),
  qr: endpoint('GET', '/api/wallet/qr/{cardId}', {
    summary: 'What the QR image of a card holds, and the name to save it under',
    who: 'user',
    params: walletParams,
    returns: z.object({ qrCodeData: z.string(), downloadName: z.string() }),
  }),
};
