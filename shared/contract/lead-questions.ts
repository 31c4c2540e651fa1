import { textVersion } from './text-version.ts';

/**
 * Additions to the fields of a lead form: up to five questions of the card's owner, and their consent text. No schema
 * library here: the public page draws the form from this. Answers and consents are kept in the row of the person with
 * the words as they were then: the owner may change them at any time.
 */

export const QUESTION_KINDS = ['text', 'choice', 'yesNo'] as const;
export const QUESTIONS_MAX = 5;
export const QUESTION_OPTIONS_MAX = 10;
/** Longest texts, in characters. */
export const QUESTION_LABEL_MAX = 120;
export const QUESTION_OPTION_MAX = 80;
export const ANSWER_MAX = 1_000;
export const CONSENT_TEXT_MAX = 500;

export interface LeadQuestion {
  /** Stays the same when the question is reworded; answers name it. */
  id: string;
  label: string;
  kind: (typeof QUESTION_KINDS)[number];
  /** The options to choose from; empty unless it is a choice. */
  options: string[];
  isRequired: boolean;
}

/** Of a contact into which others were merged: the ids of those who said it; one that is no list is of an older merge. */
export type SaidBy = string | string[] | undefined;

/** An answer, with the question as it was asked then: what was said stays true when the form changes. */
export interface Answer {
  /** The question's id. */
  id: string;
  label: string;
  /** As typed or chosen; "Yes" or "No". */
  answer: string;
  saidBy?: SaidBy;
}

/** The text somebody agreed to by ticking a box, word for word. */
export interface Consent {
  purpose: 'lead' | 'receipt';
  text: string;
  /** `textVersion` of the text. */
  version: string;
  /** ISO 8601. */
  at: string;
  /** ISO 8601; absent while it stands. */
  withdrawnAt?: string | undefined;
  saidBy?: SaidBy;
}

export const LEAD_STATUSES = ['new', 'contacted', 'won', 'lost'] as const;
export type LeadStatus = (typeof LEAD_STATUSES)[number];

/** The words beside the box that asks for a receipt. */
export const RECEIPT_TEXT = 'Email me a copy';

/** The name of a question's control, plain forms included. */
export const answerName = (id: string): string => `customFields.${id}`;

/** Names the questions and the consent text as they are now: a form sent with another one is outdated. */
export const formVersion = (form: {
  leadConsentText: string | null;
  leadQuestions: readonly LeadQuestion[];
}): string => {
  const questions = form.leadQuestions.map(({ id, label, kind, options, isRequired }) => [
    id,
    label,
    kind,
    options,
    isRequired,
  ]);
  return textVersion(JSON.stringify([form.leadConsentText, questions]));
};
