import { accountRoutes } from '#server/accounts/account/account.routes.ts';
import { identityRoutes } from '#server/accounts/account/identity.routes.ts';
import { aliasesRoutes } from '#server/accounts/aliases/aliases.routes.ts';
import { authRoutes } from '#server/accounts/auth/auth.routes.ts';
import { linkRoutes } from '#server/accounts/links/links.routes.ts';

export const allAccountsRoutes = [authRoutes, aliasesRoutes, accountRoutes, identityRoutes, linkRoutes];
