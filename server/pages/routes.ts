import { legalRoutes } from '#server/pages/legal/legal.routes.ts';
import { oembedRoutes } from '#server/pages/oembed/oembed.routes.ts';
import { appShellRoutes } from '#server/pages/site/app-shell.ts';
import { firstAnswerRoutes } from '#server/pages/site/first-answers.ts';
import { openApiRoute } from '#server/pages/site/openapi.ts';
import { scanRoutes } from '#server/pages/site/scan-files.ts';
import { siteRoutes } from '#server/pages/site/site.routes.ts';
import { peoplePageRoutes } from '#server/pages/team/people-page.routes.ts';

export const allPagesRoutes = [
  oembedRoutes,
  legalRoutes,
  openApiRoute,
  scanRoutes,
  peoplePageRoutes,
  siteRoutes,
  appShellRoutes,
  firstAnswerRoutes,
];
