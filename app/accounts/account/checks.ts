import { zodResolver } from '@hookform/resolvers/zod';
import { accountChanges, firstPassword, passwordChange, smsText } from '#shared/accounts/account.ts';

/** The forms are validated with the same schemas that the server uses. */

export const checkDetails = zodResolver(accountChanges);
export const checkPassword = zodResolver(passwordChange);
export const checkNewPassword = zodResolver(firstPassword);
export const checkMessage = zodResolver(smsText);
