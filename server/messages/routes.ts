import { noticeRoutes } from '#server/messages/notices/notices.routes.ts';
import { smsRoutes } from '#server/messages/sms/sms.routes.ts';

export const allMessagesRoutes = [smsRoutes, noticeRoutes];
