import { endpoint } from '#shared/contract/api.ts';
import { LEAD_FIELDS } from '#shared/contract/constants.ts';
import { inputsOf, outputsOf } from '#shared/contract/field-schemas.ts';
import { id, moment, tickBox } from '#shared/contract/fields.ts';
import { pageQuery } from '#shared/contract/pages.ts';
import { z } from '#shared/contract/zod.ts';
import { LEAD_COLUMNS, LEAD_FORM_FIELDS, type LeadField } from './contact-fields.ts';
import { contact, idempotencyKey, traces } from './contacts.ts';
import { answers, consents, leadChanges, leadStatus } from './lead-schemas.ts';

/** The lead form of a card, and the owner's work with its leads. */

/** The fields of a card's lead form: those its owner chose, plus name and email, which every lead has (section 3). */
export const leadFieldsOf = (chosen: readonly LeadField[]): LeadField[] =>
  LEAD_FIELDS.filter((field) => field === 'name' || field === 'email' || chosen.includes(field));

/** A visitor's entries in the lead form of a card; fields that the form does not show are ignored. */
export const leadForm = z
  .object({
    ...inputsOf(LEAD_FORM_FIELDS),
    key: idempotencyKey,
    /** Answers to the card's own questions by their ids or labels; forms send each as `customFields.{id}`. */
    customFields: z.record(z.string(), z.union([z.string(), z.boolean()]).nullable()).optional(),
    /** Required where the card has a consent text. */
    consent: tickBox,
    /** `formVersion` of the form that was shown: the answer is 422 if it has changed since. */
    form: z.string().optional(),
    wantsReceipt: tickBox,
    ...traces,
  })
  .catchall(z.unknown())
  .meta({ id: 'LeadForm' });
export type LeadFormInput = z.output<typeof leadForm>;

export const lead = z
  .object({
    id,
    cardId: id,
    cardName: z.string(),
    ...outputsOf(LEAD_COLUMNS),
    leadPhoneE164: z.string().nullable(),
    customFields: answers,
    status: leadStatus,
    consents,
    createdAt: moment,
  })
  .meta({ id: 'Lead' });
export type Lead = z.output<typeof lead>;

const leadParams = z.object({ id });

export const leadEndpoints = {
  capture: endpoint('POST', '/api/cards/{id}/leads', {
    summary: "Fill in a card's lead form",
    who: 'anyone',
    params: leadParams,
    body: leadForm,
    returns: z.object({ id }),
    limit: 'exchange',
  }),
  list: endpoint('GET', '/api/contacts/leads', {
    summary: "Leads of the signed-in user's cards, newest first",
    who: 'user',
    account: 'query',
    query: pageQuery,
    returns: z.array(lead),
    paged: true,
    limit: 'list',
  }),
  convert: endpoint('POST', '/api/contacts/leads/{id}/convert', {
    summary: 'Turn a lead into a contact; asked again, answers the same contact',
    who: 'user',
    account: 'query',
    params: leadParams,
    returns: contact,
    limit: 'contactWrite',
  }),
  change: endpoint('PATCH', '/api/contacts/leads/{id}', {
    summary: 'Note how far a lead has come, also after it became a contact',
    who: 'user',
    account: 'query',
    params: leadParams,
    body: leadChanges,
    returns: z.object({ id, status: leadStatus }),
    limit: 'contactWrite',
  }),
  delete: endpoint('DELETE', '/api/contacts/leads/{id}', {
    summary: 'Delete a lead',
    who: 'user',
    account: 'query',
    params: leadParams,
    returns: z.object({ id }),
    limit: 'contactWrite',
  }),
};
