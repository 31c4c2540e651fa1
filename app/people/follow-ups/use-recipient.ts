import { useState } from 'react';
import type { WholeContact } from '#shared/people/contact-book.ts';
import type { Person } from '#shared/people/contacts.ts';
import { useWholeContact } from './follow-ups.queries.ts';

/** A contact with the address and the number that are written to. */
export type Recipient = Pick<Person, 'email' | 'phone' | 'phoneE164'>;

/** One of several addresses or numbers, for a select. */
interface Choice {
  label: string;
  options: string[];
  /** The place of the option that counts. */
  chosen: number;
  onChoose: (index: number) => void;
}

interface Way {
  value: string;
  e164: string | null;
  /** With what the owner calls it: "ada@work.example (Work)". */
  words: string;
}

/** Each once: a merge or an import may leave the same one twice. */
function listWays(
  all: readonly { value: string | null; label: string | null; e164?: string | null }[],
): Way[] {
  const ways: Way[] = [];
  for (const { value, label, e164 = null } of all) {
    if (!value || ways.some((one) => one.value === value)) continue;
    ways.push({ value, e164, words: label ? `${value} (${label})` : value });
  }
  return ways;
}

export const recipientMails = ({ email, emailLabel, moreEmails }: WholeContact): Way[] =>
  listWays([{ value: email, label: emailLabel }, ...moreEmails]);
export const listNumbers = ({ phone, phoneLabel, phoneE164, morePhones }: WholeContact): Way[] =>
  listWays([{ value: phone, label: phoneLabel, e164: phoneE164 }, ...morePhones]);

/**
 * Where messages to a contact go, and what there is to choose: nothing if there is one address and one number. Until the
 * rest is known, it is what the list knows.
 */
export function useRecipient(contact: Person): { recipient: Recipient; choices: Choice[] } {
  const { data: whole } = useWholeContact(contact.id);
  const [mail, setMail] = useState(0);
  const [number, setNumber] = useState(0);
  if (!whole) return { recipient: contact, choices: [] };
  const mails = recipientMails(whole);
  const numbers = listNumbers(whole);
  const all = [
    { label: 'Emails go to', ways: mails, chosen: mail, onChoose: setMail },
    { label: 'Texts go to', ways: numbers, chosen: number, onChoose: setNumber },
  ];
  const to = numbers[number] ?? numbers[0];
  return {
    recipient: {
      email: (mails[mail] ?? mails[0])?.value ?? null,
      phone: to?.value ?? null,
      phoneE164: to?.e164 ?? null,
    },
    choices: all
      .filter(({ ways }) => ways.length > 1)
      .map(({ ways, ...choice }) => ({ ...choice, options: ways.map(({ words }) => words) })),
  };
}
