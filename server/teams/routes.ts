import { teamBillingRoutes } from '#server/teams/billing/team-billing.routes.ts';
import { brandRoutes } from '#server/teams/brand/brand.routes.ts';
import { claimRoutes } from '#server/teams/claims/claims.routes.ts';
import { teamRoutes } from '#server/teams/create/teams.routes.ts';
import { figureRoutes } from '#server/teams/figures/figures.routes.ts';
import { handoverRoutes } from '#server/teams/handover/handover.routes.ts';
import { historyRoutes } from '#server/teams/history/history.routes.ts';
import { inviteRoutes } from '#server/teams/invites/invites.routes.ts';
import { leaverRoutes } from '#server/teams/leavers/leavers.routes.ts';
import { listRoutes } from '#server/teams/lists/lists.routes.ts';
import { memberRoutes } from '#server/teams/members/members.routes.ts';
import { teamPageRoutes } from '#server/teams/page/team-page.routes.ts';
import { successionRoutes } from '#server/teams/successions/successions.routes.ts';

export const allTeamsRoutes = [
  teamRoutes,
  brandRoutes,
  memberRoutes,
  handoverRoutes,
  inviteRoutes,
  listRoutes,
  teamPageRoutes,
  historyRoutes,
  claimRoutes,
  teamBillingRoutes,
  figureRoutes,
  successionRoutes,
  leaverRoutes,
];
