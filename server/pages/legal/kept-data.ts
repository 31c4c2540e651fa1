import type { Config } from '#server/config/config.ts';
import { BROWSER_DAYS } from '#server/infra/http/known-browser.ts';
import { JOB_DAYS } from '#server/infra/queue/prepare-boss.ts';
import { sayMonths } from '#shared/analytics/ranges.ts';
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
  TOMBSTONE_DAYS,
  UNREVIEWED_DAYS,
} from '#shared/contract/constants.ts';
import { UNDO_DAYS } from '#shared/people/contact-limits.ts';
import { INVITE_MAILS_DAYS } from '#shared/teams/limits.ts';
import type { LegalFacts } from '#site/legal/legal-facts.ts';

/** The stored data and its periods. The numbers are those the code deletes by. */

const VIEWS = 'Views of cards';
const ALWAYS = 'until you change or delete it, or delete your account';

const KEPT: LegalFacts['kept'] = [
  {
    what: 'Your account',
    why: 'Name, username, email address, phone number if you give one, settings, and your password as a hash from which it cannot be read.',
    until: 'until you delete the account, which erases it immediately',
  },
  {
    what: 'Cards, photos and videos',
    why: 'What you put on your cards, to show it to the people you share them with.',
    until: `${ALWAYS}; a deleted card can be restored for ${RESTORE_DAYS} days and is then erased, once nobody who came through it waits for your review`,
  },
  {
    what: 'Former versions of a team’s cards',
    why: 'What a card said before each day on which it was changed, and before it was handed to somebody else, so its team can bring it back.',
    until: `${RESTORE_DAYS} days, or until the card is erased`,
  },
  {
    what: 'What a team gives to its cards',
    why: 'Logo, colors, template, company, website, background, and disclaimer that all of its cards show, and what each of them had before.',
    until: 'until the team changes it, or the team is erased',
  },
  {
    what: 'Drafts of cards',
    why: 'What you have typed and not saved yet, with its pictures.',
    until: `${DRAFT_DAYS} days after the last change, or until you save or discard it`,
  },
  {
    what: 'Names in short links',
    why: 'So links with a previous name still lead to you, and no one else ever gets your name.',
    until:
      'until you delete your account; then only a keyed hash of each name is kept, which reveals neither the name nor whose it was',
  },
  {
    what: 'NFC tags',
    why: 'The names you give them, when each was written, and how often it was used.',
    until: 'as long as the card',
  },
  {
    what: 'Contacts and leads',
    why: 'What visitors of a card send to its owner, or to the team that owns it and the person who carries it, and what these keep about them: notes, tags, photo, where and when they met, and what happened with them.',
    until: `until the owner deletes them or their account; contacts that were merged, or deleted with others, can be brought back for ${UNDO_DAYS} days; a fingerprint of one added by hand, by which it is not added twice, for ${CONTACT_KEY_DAYS} days`,
  },
  {
    what: 'That something was deleted',
    why: 'For a card, contact, lead, note, or tag that’s gone: its random identifier, when it went, and who deleted it, so copies elsewhere can follow. Nothing of what it said.',
    until: `${TOMBSTONE_DAYS} days, or until you delete your account`,
  },
  {
    what: 'Automatic updates between contacts',
    why: 'If you share your details while signed in, or with your confirmed address: that they came from your account, so you can offer them updates; which card you offered; and what the other person decided. They learn of your account only from your offer.',
    until: 'as long as the contact and both accounts',
  },
  {
    what: 'Suggestions for follow-ups',
    why: 'Only those that AI wrote, so it isn’t asked for the same again.',
    until: 'until the contact or your card changes, you ask for others, or the contact is deleted',
  },
  {
    what: 'Photos of paper cards',
    why: 'Only those that AI reads for you. When your device reads a card, the photo never leaves it.',
    until:
      'until AI has read it, seconds later, or a day if the server stops in between; only the contact you save is kept',
  },
  {
    what: 'How much you used AI',
    why: 'Calls and tokens by day, to limit the cost.',
    until: `${MODEL_FIGURES_DAYS} days`,
  },
  {
    what: 'Notifications',
    why: 'How you want to hear about new contacts and leads and what they change or withdraw, and what we’ve told you about, so you hear about each once.',
    until: 'until you delete your account; what we told you about, 7 days',
  },
  {
    what: 'Devices that show your notifications',
    why: 'The address and keys your browser gave for notifications, only if you allow them there. They’re encrypted: the browser’s maker delivers them but can’t read them.',
    until: 'until you turn them off or sign out there, or the browser’s maker says the device is gone',
  },
  {
    what: 'Reminders',
    why: 'Whom to remind you about, when, and your note.',
    until: '7 days after you were reminded, or until you delete them or the contact',
  },
  {
    what: 'Copies and consents',
    why: 'What someone who asked for a copy shared, for their private page, and what they agreed to, word for word; for each address that got a copy, a keyed hash, so it doesn’t get a second one that day.',
    until:
      'as long as the contact or lead, which the person can end on that page; two days for the hash. Owners can have contacts and leads deleted 6, 12, or 24 months after the last contact',
  },
  {
    what: 'Imports of contacts',
    why: 'A file you upload, until it’s imported; then what happened to each line, so you can undo it.',
    until: `${IMPORT_UNDO_DAYS} days after the import; a file you don’t import, 7 days`,
  },
  {
    what: 'Archives you import',
    why: 'An account archive you upload, until it’s imported; then what happened to each of its cards.',
    until: `${IMPORT_UNDO_DAYS} days after the import, the archive itself only until it’s done; one you don’t import, 1 day`,
  },
  {
    what: 'Messages waiting for review',
    why: 'What looks like spam is held until the owner has reviewed it.',
    until: `${UNREVIEWED_DAYS} days at most`,
  },
  {
    what: 'Consent to a text message, and what happened to it',
    why: 'The words someone agreed to, when, and the network part of the address, as proof; a keyed hash of the number, so each owner texts it once.',
    until: 'as long as the owner’s account',
  },
  {
    what: 'Who opted out of texts',
    why: 'A keyed hash of each number that replied STOP, which doesn’t reveal the number.',
    until: 'until the number replies START, even if accounts are deleted',
  },
  {
    what: 'Blocked senders',
    why: 'Addresses an owner doesn’t want to hear from.',
    until: `${ADDRESS_BLOCK_DAYS} days for network addresses, until the owner allows them again for others`,
  },
  {
    what: VIEWS,
    why: 'Time, kind of device, place if known, the site, link or NFC tag a visitor came from, and the network part of the address; a keyed hash of each visitor, so that each counts once.',
    until: 'as long as the card',
  },
  {
    what: 'Figures of a team',
    why: 'How often its cards were viewed and how many people each member met, by day, for its owner and team admins.',
    until: `those of a day for 90 days; sums until they’re counted again, or ${RESTORE_DAYS} days after somebody last looked at them`,
  },
  {
    what: 'Phones with a card in Apple Wallet',
    why: 'The identifier that Wallet makes for each phone and the address for push messages, so the card in it stays up to date.',
    until:
      'until the pass is removed from the phone, Apple says it’s gone, or the card is erased; up to a day longer, with an empty card, if your account is deleted, so phones learn that it’s gone',
  },
  {
    what: 'Cards in Google Wallet',
    why: 'Which cards their owners added, so we can tell Google about changes.',
    until: 'until the card is erased and its content at Google is cleared',
  },
  {
    what: 'Sign-ins',
    why: 'Browser, device, network part of the address, place if known, and times, so you can see and end your sessions.',
    until: `${SESSION_DAYS} days after the last use, or until you sign out`,
  },
  {
    what: 'The history of your account',
    why: 'Sign-ins, changes, and exports with device, network part of the address, and place, so you notice what wasn’t you.',
    until: `${HISTORY_DAYS} days`,
  },
  {
    what: 'The history of a team',
    why: 'Who prepared, claimed, changed, removed, or exported what, and whom it was about, with device, network part of the address, and place, so its owner and team admins can look it up.',
    until: `${HISTORY_DAYS} days, or until the team is erased`,
  },
  {
    what: 'What administrators did',
    why: 'Whose account, what, and why, to hold administrators accountable.',
    until: `${ADMIN_ACTION_DAYS} days, even if the account is deleted`,
  },
  {
    what: 'Links in emails that let you act',
    why: 'What each is for, which address it went to, and when, so it works once. The link itself is kept only as a hash.',
    until: 'until shortly after it ends: an hour for a password, a week at most for the others',
  },
  {
    what: 'Invites to cards of a team',
    why: 'The name and email address that a team gave for you, to show you the card it prepared. How often you were mailed, and that you want no invites, is kept under a keyed hash of the address.',
    until: `until the team deletes the invite, the card or itself; how often you were mailed, until the team is erased, but ${INVITE_MAILS_DAYS} days at least; your wish for no invites stays`,
  },
  {
    what: 'That your card is on the page of your team',
    why: 'Only if you agree, in the settings of the team: that you did, and when. The page shows your name, job title, department, and photo.',
    until: 'until you take it off, or someone else holds the card',
  },
  {
    what: 'Lists by which a team prepares cards',
    why: 'The rows of a list that a team admin uploads, until each has become a card; then what happened to each line, so the team can take them back.',
    until: `${IMPORT_UNDO_DAYS} days after the list was worked off; a list that nobody starts, 7 days`,
  },
  {
    what: 'Cards of a team that were handed over',
    why: 'Who held the card and the name on it, who handed it over and to whom, so that it can be undone, and so that the people it has met say by whom.',
    until: `until the card is claimed and ${RESTORE_DAYS} days after that, or until it’s undone or the card is erased`,
  },
  {
    what: 'People who left a team',
    why: 'Who left it, when, in which role, and which of its cards and people they held, so that they can be brought back.',
    until: `${RESTORE_DAYS} days, or until they’re back in the team or delete their account`,
  },
  {
    what: 'What members of a team deleted',
    why: 'Which contacts of the team a member deleted, and when, so that the team can give them back.',
    until: `${RESTORE_DAYS} days`,
  },
  {
    what: 'Devices trusted for two-step verification',
    why: 'Only if you ask for it when you enter a code.',
    until: `${REMEMBERED_DAYS} days`,
  },
  {
    what: 'A cookie that remembers a browser',
    why: 'So strangers who guess at your password can’t lock you out. It gives no access.',
    until: `${BROWSER_DAYS} days, on your device`,
  },
  {
    what: 'A copy on your device',
    why: 'Only if you turn it on or install the app: your cards, codes, and newest contacts, to use offline; and contacts you add offline, encrypted.',
    until: 'until you sign out or turn it off; contacts that weren’t uploaded, 30 days',
  },
  {
    what: 'Subscription and invoices',
    why: 'Their status, amounts, and dates, to bill you and show you your invoices; of a team, the reference on them and another address they go to.',
    until: 'as long as your account; the payment provider keeps invoices as long as tax law requires',
  },
  {
    what: 'The end of a subscription of a deleted account',
    why: 'Username and the id at the payment provider, so nothing more is charged even if the provider is down.',
    until: 'until the provider has confirmed it',
  },
  {
    what: 'Subscriptions that a restored backup doesn’t know',
    why: 'The ids of the account and at the payment provider, so no one’s subscription ends by mistake.',
    until: 'until an administrator ends it at the provider',
  },
  {
    what: 'Emails we’ve sent you',
    why: 'So each is sent once, and again if your mail server is down.',
    until: `${JOB_DAYS} days`,
  },
  {
    what: 'Records of sign-ins and failures',
    why: 'Ids and the network part of addresses, to investigate abuse. Never what was typed.',
    until: 'as long as our host keeps its logs',
  },
];

export function listKept({ viewsMonths }: Pick<Config, 'viewsMonths'>): LegalFacts['kept'] {
  if (viewsMonths === undefined) return KEPT;
  const until = `${sayMonths(viewsMonths)}; counts by day, and keyed hashes of visitors, as long as the card`;
  return KEPT.map((line) => (line.what === VIEWS ? { ...line, until } : line));
}
