import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getStats } from '#server/operations/admin/admin.ts';
import { appointByAdmin } from '#server/operations/admin/appoint.ts';
import { listActions } from '#server/operations/admin/audit.ts';
import {
  extendUserTrial,
  getUserBilling,
  listFailedJobs,
  retryJob,
} from '#server/operations/admin/billing.ts';
import { deleteUser, getArchive } from '#server/operations/admin/delete-user.ts';
import { getHealth } from '#server/operations/admin/health.ts';
import { getModelFigures } from '#server/operations/admin/model-figures.ts';
import { restoreUser, suspendUser } from '#server/operations/admin/suspension.ts';
import {
  bringTeamBack,
  deleteTeamByAdmin,
  restoreSuspendedTeam,
  suspendTeam,
} from '#server/operations/admin/team-acts.ts';
import { listTeams } from '#server/operations/admin/teams.ts';
import { endUserSessions, getUser, sendUserReset } from '#server/operations/admin/user.ts';
import { listRecentUsers, listUsers } from '#server/operations/admin/users.ts';
import { adminEndpoints } from '#shared/operations/admin.ts';
import { adminTeamEndpoints } from '#shared/operations/admin-teams.ts';

export function adminRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, adminEndpoints.stats, getStats);
  serve(server, app, adminEndpoints.recentUsers, listRecentUsers);
  serve(server, app, adminEndpoints.users, listUsers);
  serve(server, app, adminEndpoints.userBilling, getUserBilling);
  serve(server, app, adminEndpoints.extendTrial, extendUserTrial);
  serve(server, app, adminEndpoints.health, getHealth);
  serve(server, app, adminEndpoints.model, getModelFigures);
  serve(server, app, adminEndpoints.user, getUser);
  serve(server, app, adminEndpoints.suspend, suspendUser);
  serve(server, app, adminEndpoints.restore, restoreUser);
  serve(server, app, adminEndpoints.endSessions, endUserSessions);
  serve(server, app, adminEndpoints.sendReset, sendUserReset);
  serve(server, app, adminEndpoints.deleteUser, deleteUser);
  serve(server, app, adminEndpoints.archive, getArchive);
  serve(server, app, adminEndpoints.actions, listActions);
  serve(server, app, adminEndpoints.failedJobs, listFailedJobs);
  serve(server, app, adminEndpoints.retryJob, retryJob);
  serve(server, app, adminTeamEndpoints.list, listTeams);
  serve(server, app, adminTeamEndpoints.suspend, suspendTeam);
  serve(server, app, adminTeamEndpoints.restore, restoreSuspendedTeam);
  serve(server, app, adminTeamEndpoints.appoint, appointByAdmin);
  serve(server, app, adminTeamEndpoints.delete, deleteTeamByAdmin);
  serve(server, app, adminTeamEndpoints.bringBack, bringTeamBack);
}
