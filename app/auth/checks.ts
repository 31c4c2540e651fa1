import { zodResolver } from '@hookform/resolvers/zod';
import { registration, signIn } from '#shared/account.ts';

/** The forms are checked by the very schemas that the server parses. */

export const checkSignIn = zodResolver(signIn);
export const checkRegistration = zodResolver(registration);
