import { describe, expect, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { press } from '#test/mails.ts';
import { startTestServer } from '#test/server.ts';

const server = startTestServer({ CONTACT_URL: 'mailto:help@example.com' });

describe('A server that sends no mail', () => {
  it('says so and whom to ask instead of promising a link', async () => {
    const { username } = await signUp(server);
    const page = await server.client()('GET', '/auth/forgot');
    expect(page.text).toContain('To set a new password, ask');
    expect(page.text).toContain('href="mailto:help@example.com"');
    expect(page.text).not.toContain('<form');
    const asked = await server.client()('POST', '/api/auth/reset', { email: username });
    expect(asked.status).toBe(409);
    expect(asked.body.message).toContain('help@example.com');
    expect((await press(server.client(), '/auth/forgot', { email: username })).status).toBe(409);
  });
});
