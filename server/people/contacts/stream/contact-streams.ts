import { signedOut } from '#server/access/refusals.ts';
import { hashToken } from '#server/accounts/auth/session-tokens.ts';
import type { AppContext } from '#server/context.ts';
import { describeError } from '#server/infra/describe-error.ts';
import type { StreamedEvent } from '#server/infra/http/event-stream.ts';
import type { AccountId } from '#shared/accounts/ids.ts';
import { AppError } from '#shared/contract/errors.ts';
import { slicesOf } from '#shared/formats/slices.ts';
import { hasMore, type Marks, readMarks } from './marks.ts';

/**
 * The open streams of a process (`GET /api/contacts/stream`). One statement looks for what came to all of their owners,
 * and which of their sessions still exist. This process looks at once after what it wrote itself, and every few seconds
 * for what others wrote; with no stream open, it does not look.
 */

declare module '#server/context.ts' {
  interface AppContext {
    contactStreams: ContactStreams;
  }
}

/** An event, or null for a comment. */
type News = AsyncIterable<StreamedEvent | null>;

export interface ContactStreams {
  /**
   * The news of a session until `gone` aborts, the session ends or the process stops. Throws 429 if the account
   * or the process has too many, and 401 for a session that has ended.
   */
  open(token: string, userId: AccountId, gone: AbortSignal): Promise<News>;
  /** Something came to this owner, or to a team: looks soon for whoever runs it, and many calls in a short time are one. */
  nudge(userId: AccountId): void;
  /** Looks for what came to all owners with an open stream. */
  look(): Promise<void>;
  /** Ends all streams, and opens no more. */
  close(): void;
}

export const STREAMS_OF_ACCOUNT = 3;
const STREAMS_MAX = 5_000;
const RETRY_SECONDS = 60;
const LOOK_MS = 3_000;
const NUDGE_MS = 200;
/** Proxies close connections on which nothing is said for a minute. */
const COMMENT_MS = 20_000;
const SESSIONS_A_LOOK = 1_000;

interface Stream {
  /** The hash of the session's token, as hex. */
  session: string;
  /** As of the last look; null before the first. */
  marks: Marks | null;
  /** Something came for sure, whatever the marks say. */
  isNudged: boolean;
  isOver: boolean;
  say(event: StreamedEvent | null): void;
  end(): void;
  follow(): News;
}

const tooMany = (): AppError =>
  new AppError(
    'too_many_requests',
    'Too many screens are waiting for new contacts. This one asks every minute.',
    {
      retryAfter: RETRY_SECONDS,
    },
  );

type App = Pick<AppContext, 'db' | 'log' | 'now' | 'replica'>;

export function createContactStreams(app: App): ContactStreams {
  const streams = createPlaces(() => void look());
  const nudged = new Set<string>();
  let nudgeTimer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | null = null;
  // A database that is away is asked again in a few seconds; the streams stay open.
  const lookQuietly = (some: Stream[]) =>
    lookAt(app, some, streams.note).catch((error: unknown) =>
      app.log.debug({ error: describeError(error) }, 'Contacts were not looked at'),
    );
  const look = () => {
    looking ??= lookQuietly(streams.list()).finally(() => {
      looking = null;
    });
    return looking;
  };
  return {
    async open(token, userId, gone) {
      // The place is taken before the database is asked, so that no burst passes the limit.
      const stream = streams.add(userId, hashToken(token).toString('hex'));
      gone.addEventListener('abort', stream.end, { once: true });
      if (gone.aborted) stream.end();
      await lookAt(app, [stream], streams.note).catch((error: unknown) => {
        stream.end();
        throw error;
      });
      if (!stream.marks) throw signedOut();
      return stream.follow();
    },
    nudge(userId) {
      if (streams.of(userId).length === 0) return;
      nudged.add(userId);
      nudgeTimer ??= setTimeout(() => {
        nudgeTimer = undefined;
        const theirs = [...nudged].flatMap(streams.of);
        for (const stream of theirs) stream.isNudged = true;
        nudged.clear();
        void lookQuietly(theirs);
      }, NUDGE_MS).unref();
    },
    look,
    close() {
      clearTimeout(nudgeTimer);
      streams.close();
    },
  };
}

/** The open streams, by account and by the teams that it runs; while there are any, `look` is called every few seconds. */
function createPlaces(look: () => void) {
  const byAccount = new Map<string, Set<Stream>>();
  const byTeam = new Map<string, Set<Stream>>();
  let taken = 0;
  let timers: NodeJS.Timeout[] = [];
  let isClosed = false;
  const list = () => [...byAccount.values()].flatMap((streams) => [...streams]);
  const comment = () => {
    for (const stream of list()) stream.say(null);
  };
  const start = () => [setInterval(look, LOOK_MS).unref(), setInterval(comment, COMMENT_MS).unref()];
  const note = (stream: Stream, marks: Marks | null) => {
    for (const team of stream.marks?.teams ?? []) {
      const own = byTeam.get(team);
      own?.delete(stream);
      if (own?.size === 0) byTeam.delete(team);
    }
    stream.marks = marks;
    if (stream.isOver) return;
    for (const team of marks?.teams ?? []) byTeam.set(team, (byTeam.get(team) ?? new Set()).add(stream));
  };
  const leave = (account: string, stream: Stream) => {
    note(stream, null);
    const own = byAccount.get(account);
    if (!own?.delete(stream)) return;
    if (own.size === 0) byAccount.delete(account);
    taken -= 1;
    if (taken > 0) return;
    for (const timer of timers) clearInterval(timer);
    timers = [];
  };
  return {
    list,
    of: (account: string): Stream[] => [...(byAccount.get(account) ?? []), ...(byTeam.get(account) ?? [])],
    /** Notes the marks of a stream; null if its session has ended. */
    note,
    /** Throws 429 if there is no place. */
    add(account: string, session: string): Stream {
      const own = byAccount.get(account) ?? new Set();
      if (isClosed || own.size >= STREAMS_OF_ACCOUNT || taken >= STREAMS_MAX) throw tooMany();
      const stream = createStream(session, (ended) => leave(account, ended));
      byAccount.set(account, own.add(stream));
      taken += 1;
      if (timers.length === 0) timers = start();
      return stream;
    },
    close() {
      isClosed = true;
      for (const stream of list()) stream.end();
    },
  };
}

/** `leave` is called when it ends, by itself or by us. */
function createStream(session: string, leave: (stream: Stream) => void): Stream {
  const unsent: (StreamedEvent | null)[] = [];
  let wake = () => {};
  const stream: Stream = {
    session,
    marks: null,
    isNudged: false,
    isOver: false,
    say(event) {
      unsent.push(event);
      wake();
    },
    end() {
      stream.isOver = true;
      wake();
      leave(stream);
    },
    async *follow() {
      for (;;) {
        for (let next = unsent.shift(); next !== undefined; next = unsent.shift()) yield next;
        if (stream.isOver) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
  return stream;
}

/** Says what came since the last look, and ends the streams of sessions that have ended. */
async function lookAt(
  app: App,
  some: Stream[],
  note: (stream: Stream, marks: Marks | null) => void,
): Promise<void> {
  const told: Stream[] = [];
  for (const slice of slicesOf(some, SESSIONS_A_LOOK)) {
    const found = await readMarks(app, [...new Set(slice.map(({ session }) => session))]);
    for (const stream of slice) {
      const marks = found.get(stream.session) ?? null;
      if (!marks) stream.end();
      else if (stream.isNudged || (stream.marks && hasMore(stream.marks, marks))) told.push(stream);
      note(stream, marks);
      stream.isNudged = false;
    }
  }
  // A screen that hears of a contact reads it at once, and perhaps from there.
  if (told.length > 0) await app.replica?.hasCaughtUp();
  for (const stream of told) stream.say({ event: 'arrived', data: {} });
}
