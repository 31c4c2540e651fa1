import * as account from '#shared/accounts/account.ts';
import * as aliases from '#shared/accounts/aliases.ts';
import * as auth from '#shared/accounts/auth.ts';
import * as identity from '#shared/accounts/identity.ts';
import * as linkedSignIns from '#shared/accounts/linked-sign-ins.ts';
import * as passkeys from '#shared/accounts/passkeys.ts';
import * as analytics from '#shared/analytics/analytics.ts';
import * as cards from '#shared/cards/cards.ts';
import * as drafts from '#shared/cards/drafts.ts';
import { media } from '#shared/cards/media.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';
import { contract } from '#shared/contract.ts';
import * as notices from '#shared/messages/notices.ts';
import * as sms from '#shared/messages/sms.ts';
import * as billing from '#shared/money/billing.ts';
import * as admin from '#shared/operations/admin.ts';
import * as health from '#shared/operations/health.ts';
import { legalPages } from '#shared/pages/legal.ts';
import * as contactBook from '#shared/people/contact-book.ts';
import * as contactLinks from '#shared/people/contact-links.ts';
import * as contacts from '#shared/people/contacts.ts';
import * as followUps from '#shared/people/follow-ups.ts';
import * as imports from '#shared/people/import.ts';
import * as leads from '#shared/people/leads.ts';
import * as paperCards from '#shared/people/paper-cards.ts';
import * as unreviewed from '#shared/people/unreviewed.ts';
import * as archive from '#shared/portability/archive.ts';
import * as nfc from '#shared/sharing/nfc.ts';
import { printPreview } from '#shared/sharing/print.ts';

/** The names of the API's schemas in generated clients. Unnamed schemas are written inline. */

/** The body of every refusal (`ErrorBody`). */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
  current: z.looseObject({}).optional(),
});

const NAMES: Record<string, z.ZodType> = {
  PrintPreview: printPreview,
  Texting: sms.texting,
  TextMessage: sms.textMessage,
  Error: errorBody,
  Account: account.account,
  User: account.user,
  Settings: account.settings,
  Storage: account.storage,
  Session: auth.session,
  AccountEvent: account.accountEvent,
  SubscriptionStatus: account.subscriptionStatus,
  SignInProvider: linkedSignIns.signInProvider,
  LinkedSignIn: linkedSignIns.linkedSignIn,
  LinkedSignIns: linkedSignIns.linkedSignIns,
  NewLink: linkedSignIns.newLink,
  Registration: auth.registration,
  SignIn: auth.signIn,
  AccountChanges: account.accountChanges,
  AccountDeletion: account.accountDeletion,
  Security: identity.security,
  Passkey: identity.passkey,
  NewPasskey: passkeys.newPasskey,
  PasskeyName: passkeys.passkeyName,
  PasskeyAnswer: passkeys.passkeyAnswer,
  TwoStepCode: identity.twoStepCode,
  IdentityProof: identity.identityProof,
  Card: cards.card,
  CodeColors: cards.codeColors,
  PublicCard: contract.cards.get.returns,
  NewCard: cards.newCard,
  CardChanges: cards.cardChanges,
  CardAliases: aliases.cardAliases,
  CardAlias: aliases.cardAlias,
  NameCheck: aliases.nameCheck,
  NfcTag: nfc.nfcTag,
  NewNfcTag: nfc.newNfcTag,
  NfcTagChanges: nfc.nfcTagChanges,
  Draft: drafts.draft,
  DraftContent: drafts.draftContent,
  Media: media,
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
  BulkChange: contactBook.bulkChange,
  ContactOperation: contactBook.contactOperation,
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
  Lead: leads.lead,
  LeadForm: leads.leadForm,
  ContactImport: imports.contactImport,
  AccountImport: archive.accountImport,
  ArchivedCard: archive.archivedCard,
  ImportColumn: imports.importColumn,
  ImportProblem: imports.importProblem,
  ImportStart: imports.importStart,
  Exchange: contacts.exchange,
  Suggestion: followUps.suggestion,
  PaperCard: paperCards.paperCard,
  ReadPaperCard: paperCards.readPaperCard,
  ModelFigures: admin.modelFigures,
  FollowUpRequest: followUps.followUpRequest,
  NoticeSettings: notices.noticeSettings,
  NoticeSettingsChanges: notices.noticeSettingsChanges,
  NewPushDevice: notices.newPushDevice,
  PushDevice: notices.pushDevice,
  PushState: notices.pushState,
  Reminder: notices.reminder,
  NewReminder: notices.newReminder,
  ReminderChanges: notices.reminderChanges,
  Submission: unreviewed.submission,
  SubmissionChoice: unreviewed.choice,
  Review: contract.unreviewed.keep.returns,
  Block: unreviewed.block,
  DashboardAnalytics: analytics.dashboardAnalytics,
  AnalyticsExport: contract.analytics.export.returns,
  ExportedView: analytics.exportedView,
  Billing: billing.billing,
  Invoice: billing.invoice,
  CardPrice: billing.cardPrice,
  PriceChange: billing.priceChange,
  Cancellation: billing.cancellation,
  CancelChoice: billing.cancelChoice,
  AdminStats: admin.adminStats,
  AdminUser: admin.adminUser,
  AdminUserState: admin.adminUserState,
  AdminAction: admin.adminAction,
  Act: admin.act,
  Suspension: admin.suspension,
  AdminDeletion: admin.adminDeletion,
  UserBilling: admin.userBilling,
  TrialExtension: admin.trialExtension,
  FailedJob: admin.failedJob,
  LegalPages: legalPages,
  Health: health.health,
  PriceCheck: health.priceCheck,
  Comparison: health.comparison,
};

/** The metadata option of `z.toJSONSchema`: it refers to schemas that have an id. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMES)) schemaNames.add(schema, { id });
