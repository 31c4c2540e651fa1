import { signedOut } from '#server/access/refusals.ts';
import type { UserContext } from '#server/context.ts';
import { sendEvents } from '#server/infra/http/event-stream.ts';
import type { FileBody } from '#server/infra/http/serve.ts';

/** Says that somebody came; the list then asks for its first page as usual. */
export async function streamContacts(ctx: UserContext): Promise<FileBody> {
  const leaving = new AbortController();
  const leave = () => leaving.abort();
  const gone = ctx.whenGone();
  gone.addEventListener('abort', leave, { once: true });
  if (gone.aborted) leave();
  const { token } = ctx.session;
  if (!token) throw signedOut();
  const news = await ctx.contactStreams.open(token, ctx.account.id, leaving.signal);
  return sendEvents(
    // A HEAD drops the body, and its client is not gone.
    (dropped) => {
      dropped.addEventListener('abort', leave, { once: true });
      return news;
    },
    () => ({ event: 'ended', data: {} }),
  );
}
