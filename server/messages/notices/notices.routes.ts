import type { FastifyInstance } from 'fastify';
import { answerLinkPage } from '#server/accounts/links/send-link-page.ts';
import type { AppContext } from '#server/context.ts';
import { leaveBodyUnread, readBody } from '#server/infra/http/body/read-body.ts';
import { admitToSecretPage, BY_MAIL, tokenOf } from '#server/infra/http/send-secret-page.ts';
import { serve } from '#server/infra/http/serve.ts';
import { addDevice, getPushState, removeDevice } from '#server/messages/notices/devices.ts';
import {
  addReminder,
  changeReminder,
  getReminderFile,
  listReminders,
  removeReminder,
} from '#server/messages/notices/reminders.ts';
import { changeSettings, getSettings } from '#server/messages/notices/settings.ts';
import { showUnsubscribe, unsubscribe } from '#server/messages/notices/unsubscribe.ts';
import { accountPages } from '#shared/accounts/account-pages.ts';
import { noticeEndpoints } from '#shared/messages/notices.ts';

export function noticeRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, noticeEndpoints.settings, getSettings);
  serve(server, app, noticeEndpoints.changeSettings, changeSettings);
  serve(server, app, noticeEndpoints.push, getPushState);
  serve(server, app, noticeEndpoints.addDevice, addDevice);
  serve(server, app, noticeEndpoints.removeDevice, removeDevice);
  serve(server, app, noticeEndpoints.reminders, listReminders);
  serve(server, app, noticeEndpoints.addReminder, addReminder);
  serve(server, app, noticeEndpoints.changeReminder, changeReminder);
  serve(server, app, noticeEndpoints.removeReminder, removeReminder);
  serve(server, app, noticeEndpoints.reminderFile, getReminderFile);
  server.register(async (scope) => serveUnsubscribing(scope, app));
}

function serveUnsubscribing(scope: FastifyInstance, app: AppContext): void {
  leaveBodyUnread(scope, '*');
  const path = `${accountPages.unsubscribe}/:token`;
  scope.get(path, async (request, reply) => {
    await admitToSecretPage(app, request);
    return answerLinkPage(app, request, reply, showUnsubscribe(app, tokenOf(request)));
  });
  scope.post(path, { config: { admission: BY_MAIL } }, async (request, reply) => {
    // A form of either kind (RFC 8058, section 3.1), of which only our own page's second button matters.
    const body = await readBody(request.raw, BY_MAIL.bodyLimit);
    const isUndone = new URLSearchParams(body.toString('latin1')).get('action') === 'undo';
    return answerLinkPage(app, request, reply, unsubscribe(app, tokenOf(request), isUndone));
  });
}
