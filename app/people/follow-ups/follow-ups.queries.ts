import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { type BodyOf, CallError, call, urlOf } from '#app/frame/api/call.ts';
import { callForEvents } from '#app/frame/api/events.ts';
import { patchPages } from '#app/frame/api/pages.ts';
import type { ErrorBody } from '#shared/contract/errors.ts';
import type { Person } from '#shared/people/contacts.ts';
import type { FollowUpsDone, FollowUpWish, Suggestion } from '#shared/people/follow-ups.ts';

/** Calls of the follow-up dialog; the first element of each key is the URL (section 7). */

const SUGGESTIONS = 'GET /api/contacts/{id}/followup-suggestions';
const WISHED = 'POST /api/contacts/{id}/followup-suggestions';

/** The request: nothing in particular at first, then the owner's wishes. */
export interface Asked {
  wish: (FollowUpWish & { fresh?: boolean }) | null;
  /** How often it was asked. */
  count: number;
}

export interface Arriving {
  suggestions: Suggestion[];
  /** Why the built-in composer stepped in for a language model, in a sentence. */
  reason: string | null;
  isFetching: boolean;
  error: Error | null;
  retry: () => void;
}

type Part = { one: Suggestion } | { all: Suggestion[] } | { done: FollowUpsDone };

/** Suggestions one by one; together if the connection does not let events through. */
async function* readParts(id: string, wish: Asked['wish'], signal: AbortSignal): AsyncGenerator<Part> {
  const params = { id };
  let isDone = false;
  try {
    const events = callForEvents(wish ? WISHED : SUGGESTIONS, { params, body: wish ?? undefined }, signal);
    for await (const { name, data } of events) {
      if (name === 'error') throw new CallError(500, JSON.stringify(data as ErrorBody), '');
      if (name === 'suggestion') yield { one: data as Suggestion };
      if (name === 'answer') yield { all: data as Suggestion[] };
      if (name === 'done') yield { done: data as FollowUpsDone };
      isDone ||= name === 'answer' || name === 'done';
    }
  } catch (error) {
    if (error instanceof CallError || signal.aborted) throw error;
  }
  if (isDone || signal.aborted) return;
  yield { all: await (wish ? call(WISHED, { params, body: wish }) : call(SUGGESTIONS, { params })) };
}

/** Suggested messages to a contact; asked for whenever the dialog opens, and only then. Closing it ends the call. */
export function useSuggestions(id: string, { wish, count }: Asked): Arriving {
  const [arrived, setArrived] = useState<{ suggestions: Suggestion[]; reason: string | null }>({
    suggestions: [],
    reason: null,
  });
  const { error, isFetching, refetch } = useQuery({
    queryKey: [urlOf(SUGGESTIONS, { params: { id } }), wish, count],
    async queryFn({ signal }) {
      let found: typeof arrived = { suggestions: [], reason: null };
      const show = (next: Partial<typeof arrived>) => {
        found = { ...found, ...next };
        if (!signal.aborted) setArrived(found);
      };
      show({});
      for await (const part of readParts(id, wish, signal)) {
        if ('one' in part) show({ suggestions: [...found.suggestions, part.one] });
        if ('all' in part) show({ suggestions: part.all });
        if ('done' in part) show({ reason: part.done.reason });
      }
      return found;
    },
    gcTime: 0,
  });
  return { ...arrived, isFetching, error, retry: () => void refetch() };
}

/** With every address and number, which lists leave out; the contact's own screen keeps the same. */
export const useWholeContact = (id: string) =>
  useQuery({
    queryKey: [urlOf('GET /api/contacts/{id}', { params: { id } })],
    queryFn: () => call('GET /api/contacts/{id}', { params: { id }, query: { notes: 'none' } }),
    refetchOnMount: 'always',
  });

type Note = BodyOf<'POST /api/contacts/{id}/followed-up'>;

interface Noted {
  /** Undefined while nobody knows: the answer to a note was lost. */
  followedUpAt: string | null | undefined;
  /** As it was before the first note from here; undefined once that is taken back. */
  before: string | null | undefined;
}

/** The body of an Undo; that of a second one changes nothing. */
const takeBack = (last: Noted | null): Note => {
  if (last?.before !== undefined) return { at: last.before, latest: last.followedUpAt };
  const stands = last?.followedUpAt ?? null;
  return { at: stands, latest: stands };
};

/**
 * Notes that the owner wrote to a contact, in its row too; `undo` takes back every note from here, if there is any, unless
 * somebody has noted one since.
 */
export function useNoteFollowUp({ id, followedUpAt }: Pick<Person, 'id' | 'followedUpAt'>) {
  const client = useQueryClient();
  const [noted, setNoted] = useState<Noted | null>(null);
  const last = useRef<Noted | null>(null);
  const { mutate } = useMutation({
    // One after the other: what stood before comes with the first, and what Undo takes back with the last.
    scope: { id: `follow-up ${id}` },
    mutationFn(note: Note | 'undo') {
      const body = note === 'undo' ? takeBack(last.current) : note;
      return call('POST /api/contacts/{id}/followed-up', { params: { id }, body });
    },
    meta: { failure: { fallback: 'Failed to note the follow-up. Please try again.' } },
    onError(_error, note) {
      if (note !== 'undo' && last.current) last.current = { ...last.current, followedUpAt: undefined };
    },
    onSuccess({ followedUpAt, before }, note) {
      // Somebody else may have noted one between ours, which Undo leaves.
      const isNext = last.current?.before !== undefined && before === last.current.followedUpAt;
      const first = isNext ? last.current?.before : before;
      last.current = { followedUpAt, before: note === 'undo' ? undefined : first };
      setNoted(last.current);
      patchPages(client, 'GET /api/contacts/people', (people) =>
        people.map((person) => (person.id === id ? { ...person, followedUpAt } : person)),
      );
      const timeline = urlOf('GET /api/contacts/{id}/timeline', { params: { id } });
      void client.invalidateQueries({ queryKey: [timeline] });
    },
  });
  const before = noted?.before;
  return {
    followedUpAt: noted?.followedUpAt === undefined ? followedUpAt : noted.followedUpAt,
    note: (way: Note['way']) => mutate({ way }),
    undo: before === undefined ? undefined : () => mutate('undo'),
  };
}
