import { describe, it } from 'vitest';
import { signUp } from '#test/factories.ts';
import { addressesOnce, FIRST_TEXTS, sendHostileAddresses, withAddress } from '#test/hostile/attack.ts';
import { shareTestServer } from '#test/shared-server.ts';

/** All texts, and the addresses of every call, are in `addresses.thorough.test.ts`. */

const server = shareTestServer();

describe('No input fails', () => {
  it.each(addressesOnce(withAddress))('%s: hostile parts in its address', async (_name, endpoint) => {
    const { call } = await signUp(server);
    await sendHostileAddresses(call, endpoint, FIRST_TEXTS);
  });
});
