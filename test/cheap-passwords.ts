import { hashSync, verifySync } from '@node-rs/argon2';
import type { PasswordThreads } from '#server/accounts/auth/password-threads.ts';

/** The minimum argon2 accepts: 64 KiB, one pass. */
const COST = { memoryCost: 64, timeCost: 1, parallelism: 1 };

/** Tests register thousands of people, and a hash at the product's cost takes 16 ms of a core. */
export function makeCheap(passwords: PasswordThreads): void {
  passwords.hash = async (password) => hashSync(password, COST);
  passwords.verify = async (stored, password) => verifySync(stored, password);
}
