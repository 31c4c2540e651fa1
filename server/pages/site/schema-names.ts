import * as contactBook from '#shared/people/contact-book.ts';
import * as contactLinks from '#shared/people/contact-links.ts';
import * as contactOperations from '#shared/people/contact-operations.ts';
import * as contacts from '#shared/people/contacts.ts';
import * as imports from '#shared/people/import.ts';

/** The names of those schemas of the API that have none of their own, `.meta({ id })`. */
export const SCHEMA_NAMES = {
  Contact: contacts.contact,
  NewContact: contacts.newContact,
  WholeContact: contactBook.wholeContact,
  ContactNote: contactBook.contactNote,
  NewContactNote: contactBook.newContactNote,
  ContactEvent: contactBook.contactEvent,
  MetEvent: contactBook.metEvent,
  NewMetEvent: contactBook.newMetEvent,
  ContactFilter: contactBook.contactFilter,
  NewContactFilter: contactBook.newContactFilter,
  BulkChange: contactOperations.bulkChange,
  ContactOperation: contactOperations.contactOperation,
  AlikeContacts: contactBook.alike,
  Merge: contactBook.merge,
  ContactLink: contactLinks.contactLink,
  ContactNews: contactLinks.contactNews,
  LinkDecision: contactLinks.linkDecision,
  LinkAcceptance: contactLinks.linkAcceptance,
  GivenLink: contactLinks.givenLink,
  LinkOffer: contactLinks.linkOffer,
  ContactChanges: contacts.contactChanges,
  ContactSummary: contacts.contactSummary,
  Person: contacts.person,
  ContactImport: imports.contactImport,
  ImportColumn: imports.importColumn,
  ImportProblem: imports.importProblem,
  ImportStart: imports.importStart,
  Exchange: contacts.exchange,
};
