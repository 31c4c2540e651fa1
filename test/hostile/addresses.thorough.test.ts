import { describe, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { sendHostileAddresses, withAddress } from '#test/hostile/attack.ts';
import { shareTestServer } from '#test/shared-server.ts';

const server = shareTestServer();

describe('No input fails', () => {
  it.each(withAddress)('%s: hostile parts in its address', async (_name, endpoint) => {
    const { call } = await signUp(server);
    await sendHostileAddresses(call, endpoint);
  });
});
