import { useQuery } from '@tanstack/react-query';
import { call, urlOf } from '#app/frame/api/call.ts';
import { usePages } from '#app/frame/api/pages.ts';

/** The calls about automatic texts. */

/** Asked for again when the owner's number changes, which decides where texts may go. */
export const useTexting = (phoneNumber: string | null) =>
  useQuery({ queryKey: [urlOf('GET /api/sms'), phoneNumber], queryFn: () => call('GET /api/sms') });

export const useTexts = () => usePages('GET /api/sms/messages', {}, 25);
