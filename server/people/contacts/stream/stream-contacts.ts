import { signedOut } from '#server/access/refusals.ts';
import type { UserContext } from '#server/context.ts';
import { sendEvents } from '#server/infra/http/event-stream.ts';
import type { FileBody } from '#server/infra/http/serve.ts';

/** Says that somebody came; the list then asks for its first page as usual. */
export async function streamContacts(ctx: UserContext): Promise<FileBody> {
  const gone = ctx.whenGone();
  const { token } = ctx.session;
  if (!token) throw signedOut();
  const news = await ctx.contactStreams.open(token, ctx.user.id, gone);
  return sendEvents(
    () => news,
    () => ({ event: 'ended', data: {} }),
  );
}
