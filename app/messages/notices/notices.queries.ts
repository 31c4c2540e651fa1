import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refreshAccount } from '#app/accounts/auth/auth.queries.ts';
import { type BodyOf, call, urlOf } from '#app/frame/api/call.ts';
import type { WATCHED } from '#app/frame/api/watched.ts';
import type { NoticeChoices, NoticeSettingsChanges } from '#shared/messages/notices.ts';
import { toast } from '#ui/Toast.tsx';
import { subscribeHere, unsubscribeHere } from './push-browser.ts';

/** The calls about notices and reminders. */

const settingsKey = [urlOf('GET /api/notices/settings')] as const;
const pushKey = [urlOf('GET /api/notices/push')] as const;
const remindersKey = [urlOf('GET /api/notices/reminders')] as const;

export const useNoticeSettings = (watched?: typeof WATCHED) =>
  useQuery({ queryKey: settingsKey, queryFn: () => call('GET /api/notices/settings'), ...watched });

const withChanges = (settings: NoticeChoices, changes: NoticeSettingsChanges): NoticeChoices => ({
  ...settings,
  ...(changes.isDaily === undefined ? {} : { isDaily: changes.isDaily }),
  ...(changes.dailyHour === undefined ? {} : { dailyHour: changes.dailyHour }),
  ...(changes.quietHours === undefined ? {} : { quietHours: changes.quietHours }),
  mail: { ...settings.mail, ...changes.mail },
  push: { ...settings.push, ...changes.push },
});

const CHANGE = ['change notices'] as const;

/** Saves a setting; the screen shows it at once, and the stored ones again if the server refuses. */
export function useChangeNotices() {
  const client = useQueryClient();
  return useMutation({
    mutationKey: CHANGE,
    scope: { id: CHANGE[0] },
    mutationFn: (body: BodyOf<'PATCH /api/notices/settings'>) =>
      call('PATCH /api/notices/settings', { body }),
    meta: { failure: { fallback: 'Failed to save this setting. Please try again.' } },
    async onMutate(changes) {
      const show = () =>
        client.setQueryData<NoticeChoices>(
          settingsKey,
          (settings) => settings && withChanges(settings, changes),
        );
      show();
      // A fetch that is ended puts back what was there when it began.
      await client.cancelQueries({ queryKey: settingsKey });
      show();
    },
    onError: () => client.invalidateQueries({ queryKey: settingsKey }),
    onSuccess(settings) {
      // Another change is being saved that this answer does not include yet.
      if (client.isMutating({ mutationKey: CHANGE }) === 1) client.setQueryData(settingsKey, settings);
    },
  });
}

export const usePushState = (watched?: typeof WATCHED) =>
  useQuery({
    queryKey: pushKey,
    queryFn: () => call('GET /api/notices/push'),
    refetchOnMount: 'always',
    ...watched,
  });

const reloadPush = (client: QueryClient) => client.invalidateQueries({ queryKey: pushKey });

/** Shows notices on this device; the browser asks first. */
export function useTurnOnHere() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: subscribeHere,
    meta: { failure: { title: 'Not turned on', fallback: 'Your browser refused. Try again.' } },
    onSettled: () => reloadPush(client),
    onSuccess: () => toast({ title: 'Notifications are on', description: 'This device shows new contacts.' }),
  });
}

export function useTurnOff() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn({ id, isHere }: { id: string; isHere: boolean }) {
      await call('DELETE /api/notices/push/{id}', { params: { id } });
      if (isHere) await unsubscribeHere();
    },
    meta: { failure: { fallback: 'That didn’t work. Please try again.' } },
    onSettled: () => reloadPush(client),
  });
}

export const useReminders = () =>
  useQuery({
    queryKey: remindersKey,
    queryFn: () => call('GET /api/notices/reminders'),
    refetchOnMount: 'always',
  });

function reloadReminders(client: QueryClient): Promise<void> {
  refreshAccount(client);
  return client.invalidateQueries({ queryKey: remindersKey });
}

interface Remembering {
  /** Of the contact or lead. */
  personId: string;
  /** The reminder to change; without it, there is a new one. */
  id?: string | undefined;
  at: string;
  note: string;
}

export function useSetReminder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ personId, id, ...body }: Remembering) =>
      id
        ? call('PATCH /api/notices/reminders/{id}', { params: { id }, body })
        : call('POST /api/notices/reminders', { body: { ...body, contactId: personId } }),
    meta: { failure: { fallback: 'Failed to set the reminder. Please try again.' } },
    onSuccess({ contactId }) {
      const timeline = urlOf('GET /api/contacts/{id}/timeline', { params: { id: contactId } });
      void client.invalidateQueries({ queryKey: [timeline] });
      return reloadReminders(client);
    },
  });
}

export function useRemoveReminder() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call('DELETE /api/notices/reminders/{id}', { params: { id } }),
    meta: { failure: { fallback: 'Failed to delete the reminder. Please try again.' } },
    onSettled: () => reloadReminders(client),
  });
}
