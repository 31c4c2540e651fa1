import { PRODUCT } from '#shared/contract/constants.ts';
import { formatUtcDay } from './time.ts';

/** Names of downloaded files, and their form in HTTP headers. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: no file system takes them
const UNSAFE = /[\u0000-\u001F\u007F/\\:*?"<>|]/g;

/** The name without leading dots or characters that file systems refuse; never empty. */
const removeUnsafe = (name: string) => {
  const whole = name.replace(UNSAFE, '').replace(/^\.+/, '').trim();
  // An emoji cut in half is not valid text, and no header can carry it.
  return (
    whole
      .slice(0, 120)
      .replace(/\p{Surrogate}/gu, '')
      .trim() || 'card'
  );
};

export const vcardFileName = (fullName: string): string =>
  `${removeUnsafe(fullName).replace(/\s+/g, '_')}.vcf`;
export const qrFileName = (fullName: string, type: 'png' | 'svg' | 'pdf' = 'png'): string =>
  `${removeUnsafe(fullName)}_QR_Code.${type}`;
/** The file of the code that contains the contact itself. */
export const contactQrFileName = (fullName: string, type: 'png' | 'svg' | 'pdf'): string =>
  `${removeUnsafe(fullName)}_Contact_QR_Code.${type}`;
/** `width` and `height` in pixels. */
export const backgroundFileName = (fullName: string, width: number, height: number): string =>
  `${removeUnsafe(fullName)}_Background_${width}x${height}.png`;
export const passFileName = (cardName: string): string =>
  `${removeUnsafe(cardName).replace(/\s+/g, '-')}-businesscard.pkpass`;

export const businessCardFileName = (fullName: string): string =>
  `${removeUnsafe(fullName)} Business Card.pdf`;
export const badgeFileName = (fullName: string): string => `${removeUnsafe(fullName)} Name Badge.pdf`;

/** The contact files of several new people in one mail. */
export const NEW_PEOPLE_FILE_NAME = 'New_Contacts.vcf';
export const reminderFileName = (fullName: string): string =>
  `${removeUnsafe(fullName).replace(/\s+/g, '_')}_Reminder.ics`;

/** The file name on the contacts screen (section 9); that of the endpoint itself includes the date. */
export const CONTACTS_FILE_NAME = 'contacts.csv';
export const contactsFileName = (date: Date, extension = 'csv'): string =>
  `${PRODUCT}_Contacts_${formatUtcDay(date)}.${extension}`;
export const analyticsFileName = (date: Date): string => `${PRODUCT}_Analytics_${formatUtcDay(date)}.json`;
export const accountFileName = (date: Date): string => `${PRODUCT}_Account_${formatUtcDay(date)}.zip`;

/** The header that names a download: an ASCII fallback and the name itself (RFC 6266, RFC 8187). */
export function contentDisposition(fileName: string): string {
  const plain = fileName.normalize('NFKD').replace(/[̀-ͯ]/g, '');
  const ascii = plain.replace(/[^\x20-\x7E]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
