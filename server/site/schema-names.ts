import * as account from '#shared/account.ts';
import * as admin from '#shared/admin.ts';
import * as analytics from '#shared/analytics.ts';
import * as auth from '#shared/auth.ts';
import * as billing from '#shared/billing.ts';
import * as cards from '#shared/cards.ts';
import * as contacts from '#shared/contacts.ts';
import { contract } from '#shared/contract.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/errors.ts';
import { media } from '#shared/media.ts';
import * as unreviewed from '#shared/unreviewed.ts';
import { z } from '#shared/zod.ts';

/** The names of the API's schemas in generated clients. Unnamed schemas are written inline. */

/** The body of every refusal (`ErrorBody`). */
export const errorBody = z.object({
  message: z.string(),
  code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
  fields: z.record(z.string(), z.string()).optional(),
});

const NAMES: Record<string, z.ZodType> = {
  Error: errorBody,
  Account: account.account,
  User: account.user,
  Settings: account.settings,
  Storage: account.storage,
  Session: auth.session,
  SubscriptionStatus: account.subscriptionStatus,
  Registration: auth.registration,
  SignIn: auth.signIn,
  AccountChanges: account.accountChanges,
  AccountDeletion: account.accountDeletion,
  Card: cards.card,
  PublicCard: contract.cards.get.returns,
  NewCard: cards.newCard,
  CardChanges: cards.cardChanges,
  Media: media,
  Contact: contacts.contact,
  ContactChanges: contacts.contactChanges,
  ContactSummary: contacts.contactSummary,
  Person: contacts.person,
  Lead: contacts.lead,
  LeadForm: contacts.leadForm,
  Exchange: contacts.exchange,
  Suggestion: contacts.suggestion,
  Submission: unreviewed.submission,
  SubmissionChoice: unreviewed.choice,
  Review: contract.unreviewed.keep.returns,
  Block: unreviewed.block,
  DashboardAnalytics: analytics.dashboardAnalytics,
  AnalyticsExport: contract.analytics.export.returns,
  ExportedView: analytics.exportedView,
  Billing: billing.billing,
  Invoice: billing.invoice,
  AdminStats: admin.adminStats,
  AdminUser: admin.adminUser,
  UserBilling: admin.userBilling,
  TrialExtension: admin.trialExtension,
  FailedJob: admin.failedJob,
};

/** The metadata option of `z.toJSONSchema`: it refers to schemas that have an id. */
export const schemaNames = z.registry<{ id: string }>();
for (const [id, schema] of Object.entries(NAMES)) schemaNames.add(schema, { id });
