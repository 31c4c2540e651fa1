import { BROWSER_DAYS } from '#server/infra/http/known-browser.ts';
import { JOB_DAYS } from '#server/infra/queue/queue.ts';
import {
  ADDRESS_BLOCK_DAYS,
  ADMIN_ACTION_DAYS,
  CONTACT_KEY_DAYS,
  DRAFT_DAYS,
  HISTORY_DAYS,
  IMPORT_UNDO_DAYS,
  MODEL_FIGURES_DAYS,
  REMEMBERED_DAYS,
  RESTORE_DAYS,
  SESSION_DAYS,
  UNREVIEWED_DAYS,
} from '#shared/contract/constants.ts';
import { UNDO_DAYS } from '#shared/people/contact-book.ts';
import type { LegalFacts } from '#site/legal/legal-facts.ts';

/** The stored data and its periods. The numbers are those the code deletes by. */

const ALWAYS = 'until you change or delete it, or delete your account';

export const KEPT: LegalFacts['kept'] = [
  {
    what: 'Your account',
    why: 'Name, username, email address, phone number if you give one, settings, and your password as a hash from which it cannot be read.',
    until: 'until you delete the account, which erases it at once',
  },
  {
    what: 'Cards, photos and videos',
    why: 'What you put on your cards, to show it to the people you share them with.',
    until: `${ALWAYS}; a deleted card can be restored for ${RESTORE_DAYS} days and is then erased`,
  },
  {
    what: 'Drafts of cards',
    why: 'What you have typed and not saved yet, with its pictures.',
    until: `${DRAFT_DAYS} days after the last change, or until you save or discard it`,
  },
  {
    what: 'Names in short addresses',
    why: 'So that links with a former name still lead to you, and nobody else is ever given your name.',
    until:
      'until you delete your account; then only a keyed hash of each name is kept, which tells nobody the name or whose it was',
  },
  {
    what: 'NFC tags',
    why: 'The names you give them, when each was written, and how often it was used.',
    until: 'as long as the card',
  },
  {
    what: 'Contacts and leads',
    why: 'What visitors of a card send to its owner, and what the owner keeps about them: notes, tags, photo, where and when they met, and what happened with them.',
    until: `until the owner deletes them or their account; contacts that were merged, or deleted with others, can be brought back for ${UNDO_DAYS} days; a fingerprint of one added by hand, by which it is not added twice, for ${CONTACT_KEY_DAYS} days`,
  },
  {
    what: 'Contacts that keep in step with a card',
    why: 'If you share your details while signed in, or with your confirmed address: that they came from your account, so that you can offer to keep them current; which card you offered; and what the other person decided. They learn of your account only from your offer.',
    until: 'as long as the contact and both accounts',
  },
  {
    what: 'Suggestions for follow-ups',
    why: 'Only those that a language model wrote, so that it is not asked for the same again.',
    until: 'until the contact or your card changes, you ask for others, or the contact is deleted',
  },
  {
    what: 'Photos of paper cards',
    why: 'Only those that a language model reads for you. Without one, and where you chose your device to read, a photo never leaves it.',
    until:
      'until it has been shown to the model, seconds later, or a day if the server stops meanwhile; only what you then save is kept, as a contact',
  },
  {
    what: 'How much you asked of the language model',
    why: 'Calls and tokens by day, to bound what it costs.',
    until: `${MODEL_FIGURES_DAYS} days`,
  },
  {
    what: 'What you are told of',
    why: 'How you want to hear of new contacts and leads and of what they change or withdraw, and which of it you have been told of, so that you are told of each once.',
    until: 'until you delete your account; whom you were told of, 7 days',
  },
  {
    what: 'Devices that show your notices',
    why: 'The address that a browser gave for messages and its keys, only if you allow it there. Messages are encrypted: the browser’s maker carries them and cannot read them.',
    until: 'until you switch it off or sign out there, or the browser’s maker says that it is gone',
  },
  {
    what: 'Reminders',
    why: 'Whom you want to be reminded of, when, and your note.',
    until: '7 days after you were reminded, or until you delete them or the contact',
  },
  {
    what: 'Receipts and consents',
    why: 'What somebody who asked for a receipt gave, for their private page, and what they agreed to, word for word; of each address that got a receipt, a keyed hash, so that it gets no second one that day.',
    until:
      'as long as the contact or lead, which the person can end on that page; two days for the hash. Owners may have contacts and leads deleted 6, 12 or 24 months after the last contact',
  },
  {
    what: 'Imports of contacts',
    why: 'A file you upload, until its contacts are in; then what became of each of its lines, so that you can undo it.',
    until: `${IMPORT_UNDO_DAYS} days after the import; a file you do not import, 7 days`,
  },
  {
    what: 'Archives you bring in',
    why: 'The archive of an account that you upload, until it is imported; then what became of each of its cards.',
    until: `${IMPORT_UNDO_DAYS} days after the import, of which the archive itself is kept no longer than it takes; one you do not import, 1 day`,
  },
  {
    what: 'Messages waiting for review',
    why: 'What looks like a flood is held back until the owner has looked at it.',
    until: `${UNREVIEWED_DAYS} days at most`,
  },
  {
    what: 'Consent to a text message, and what became of it',
    why: 'Which words somebody agreed to next to the box, when, and the network part of the address, as proof; a keyed hash of the number, so that each owner texts it once.',
    until: 'as long as the owner’s account',
  },
  {
    what: 'Who wants no text messages',
    why: 'A keyed hash of each number that answered STOP, which tells nobody the number.',
    until: 'until the number answers START, also if accounts are deleted',
  },
  {
    what: 'Blocked senders',
    why: 'Addresses from which an owner wants to hear nothing.',
    until: `${ADDRESS_BLOCK_DAYS} days for network addresses, until the owner allows them again for others`,
  },
  {
    what: 'Views of cards',
    why: 'Time, kind of device, place if known, the site or NFC tag a visitor came from, and the network part of the address.',
    until: 'as long as the card',
  },
  {
    what: 'Phones with a card in Apple Wallet',
    why: 'The identifier that Wallet makes for each phone and the address for push messages, so that the card in it stays up to date.',
    until: 'until the pass is removed from the phone, Apple says that it is gone, or the card is erased',
  },
  {
    what: 'Cards in Google Wallet',
    why: 'Which cards their owners added to it, so that Google is told of changes.',
    until: 'until the card is erased, and what Google has of it was emptied',
  },
  {
    what: 'Sign-ins',
    why: 'Browser, device, network part of the address, place if known, and times, so that you can see and end your sessions.',
    until: `${SESSION_DAYS} days after the last use, or until you sign out`,
  },
  {
    what: 'The history of your account',
    why: 'Sign-ins, changes and exports with device, network part of the address and place, so that you notice what was not you.',
    until: `${HISTORY_DAYS} days`,
  },
  {
    what: 'What administrators did',
    why: 'Whose account, what and why, to hold administrators to account.',
    until: `${ADMIN_ACTION_DAYS} days, also if the account is deleted`,
  },
  {
    what: 'Links in mails that let you act',
    why: 'What each is for, to which address it went and when, so that it works once. The link itself is kept only as a hash.',
    until: 'until shortly after it ends: an hour for a password, a week at most for the others',
  },
  {
    what: 'Devices trusted for two-step verification',
    why: 'Only if you ask for it when you enter a code.',
    until: `${REMEMBERED_DAYS} days`,
  },
  {
    what: 'A cookie that remembers a browser',
    why: 'So that strangers who guess your password cannot lock you out. It gives no access.',
    until: `${BROWSER_DAYS} days, on your device`,
  },
  {
    what: 'A copy on your device',
    why: 'Only if you switch it on or install the app: your cards, codes and newest contacts, to use without a network; and contacts you add meanwhile, encrypted.',
    until: 'until you sign out or switch it off; contacts that were not sent, 30 days',
  },
  {
    what: 'Subscription and invoices',
    why: 'Their state, sums and dates, to bill you and show you your bills.',
    until: 'as long as your account; the payment provider keeps invoices as long as tax law demands',
  },
  {
    what: 'The end of a subscription of a deleted account',
    why: 'Username and the id at the payment provider, so that nothing more is charged even if the provider is away.',
    until: 'until the provider has confirmed it',
  },
  {
    what: 'Mails we have sent you',
    why: 'So that each is sent once, and again if your mail server is away.',
    until: `${JOB_DAYS} days`,
  },
  {
    what: 'Records of sign-ins and failures',
    why: 'Ids and the network part of addresses, to investigate abuse. Never what was typed.',
    until: 'as long as the host of this server keeps its logs',
  },
];
