import { useMutation } from '@tanstack/react-query';
import { findFile } from '#app/frame/api/call.ts';
import { saveFrom } from '#app/frame/save-file.ts';
import { vcardFileName } from '#shared/formats/file-names.ts';
import type { Person } from '#shared/people/contacts.ts';
import { toast } from '#ui/Toast.tsx';

export interface PhoneSystem {
  userAgent: string;
  maxTouchPoints: number;
}

/** True if this is an iPhone, iPod or iPad; an iPad identifies as a Macintosh, but no Macintosh has a touch screen. */
export function isAppleHandheld({ userAgent, maxTouchPoints }: PhoneSystem): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Saves the contact on the phone: iOS opens a contact file in Contacts, others download it. */
export const useSaveToPhone = () =>
  useMutation({
    async mutationFn({ id, fullName }: Pick<Person, 'id' | 'fullName'>) {
      const isApple = isAppleHandheld(navigator);
      const address = await findFile('GET /api/contacts/{id}/vcard', { params: { id } });
      saveFrom(address, isApple ? undefined : vcardFileName(fullName));
      return isApple;
    },
    meta: { isDownload: true, failure: { always: 'Failed to save contact. Please try again.' } },
    onSuccess: (isApple) =>
      toast({
        title: 'Contact saved!',
        description: isApple ? 'Opening in iOS Contacts app...' : 'Contact downloaded successfully!',
      }),
  });
