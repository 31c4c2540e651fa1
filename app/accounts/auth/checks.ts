import { zodResolver } from '@hookform/resolvers/zod';
import { registration, signIn } from '#shared/accounts/auth.ts';

/** The forms are validated with the same schemas that the server uses. */

export const checkSignIn = zodResolver(signIn);
export const checkRegistration = zodResolver(registration);
