import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters of OWASP's password storage advice: 19 MiB, 2 passes, 1 lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let decoy: Promise<string> | undefined;

/** Whether the password is right. Takes as long when there is no user at all (`stored` null). */
export async function isPasswordRight(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isRight = await verify(stored ?? (await decoy), password);
  return stored !== null && isRight;
}
