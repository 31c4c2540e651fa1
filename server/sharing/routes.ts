import { backgroundRoutes } from '#server/sharing/background/background.routes.ts';
import { codeRoutes } from '#server/sharing/code/code.routes.ts';
import { nfcRoutes } from '#server/sharing/nfc/nfc.routes.ts';
import { printRoutes } from '#server/sharing/print/print.routes.ts';
import { walletRoutes } from '#server/sharing/wallet/wallet.routes.ts';

export const allSharingRoutes = [codeRoutes, backgroundRoutes, nfcRoutes, walletRoutes, printRoutes];
