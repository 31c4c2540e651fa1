import { zodResolver } from '@hookform/resolvers/zod';
import { accountChanges, passwordChange, smsText } from '#shared/account.ts';

/** The forms are checked by the very schemas that the server parses. */

export const checkDetails = zodResolver(accountChanges);
export const checkPassword = zodResolver(passwordChange);
export const checkMessage = zodResolver(smsText);
