import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '#server/db/schema/users.ts';
import { signUp } from '#test/factories.ts';
import { openMailbox, press, WITH_MAIL } from '#test/mails.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer(WITH_MAIL);
const mailbox = openMailbox(server);

describe('A link that was used', () => {
  it('says that the address is confirmed, and offers no new password', async () => {
    const { id, username } = await signUp(server);
    const email = `${username}@example.com`;
    const path = await mailbox.linkTo(email, /^Confirm your email address/);
    await press(server.client(), path, { action: 'confirm' });
    for (const again of [
      await server.client()('GET', path),
      await press(server.client(), path, { action: 'confirm' }),
    ]) {
      expect(again.status).toBe(409);
      expect(again.text).toContain('This email address is already confirmed.');
      expect(again.text).toContain('Go to your dashboard');
      expect(again.text).not.toContain('Ask for a new link');
    }
    const changed = { email: `new-${email}` };
    await server.running.app.db.update(users).set(changed).where(eq(users.id, id));
    expect((await server.client()('GET', path)).text).toContain('This link has already been used.');
  });

  it('leads to another one if it was about a password', async () => {
    const { username } = await signUp(server);
    await server.client()('POST', '/api/auth/reset', { email: username });
    const path = await mailbox.linkTo(`${username}@example.com`, /^Set a new/);
    await press(server.client(), path, { action: 'reset', password: 'a new horse' });
    expect((await server.client()('GET', path)).text).toContain('Ask for a new link');
  });
});
