import { accountDataRoutes } from '#server/portability/account/account-data.routes.ts';
import { archiveRoutes } from '#server/portability/archive/archive.routes.ts';

export const allPortabilityRoutes = [archiveRoutes, accountDataRoutes];
