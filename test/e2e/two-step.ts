import { TOTP } from 'otpauth';
import type { Locator } from 'playwright-core';

/** A code of the authenticator app that was given the key shown in this dialog. */
export async function readCode(setup: Locator): Promise<string> {
  const key = await setup.getByText(/^([A-Z2-7]{4} ?){8}$/).textContent();
  return new TOTP({ secret: String(key).replaceAll(' ', '') }).generate();
}
