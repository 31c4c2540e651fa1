import { saveFile } from '#app/save-file.ts';
import { type ContactFacts, contactToVcard } from '#shared/contact-vcard.ts';
import { vcardFileName } from '#shared/file-names.ts';
import { toast } from '#ui/Toast.tsx';

export interface Device {
  userAgent: string;
  maxTouchPoints: number;
}

/** Whether this is an iPhone, iPod or iPad; an iPad calls itself a Macintosh, but no Macintosh has a touch screen. */
export function isAppleHandheld({ userAgent, maxTouchPoints }: Device): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
}

/** Hands the contact to the phone: iOS opens a contact file in Contacts, others download it. */
export function saveToPhone(contact: ContactFacts): void {
  try {
    const isApple = isAppleHandheld(navigator);
    const name = vcardFileName(contact.fullName);
    saveFile(contactToVcard(contact), 'text/vcard;charset=utf-8', isApple ? undefined : name);
    toast({
      title: 'Contact saved!',
      description: isApple ? 'Opening in iOS Contacts app...' : 'Contact downloaded successfully!',
    });
  } catch {
    toast({ title: 'Error', description: 'Failed to save contact. Please try again.', isError: true });
  }
}
