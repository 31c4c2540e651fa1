import { AppError, type FieldErrors } from '#shared/contract/errors.ts';
import { cleanText } from '#shared/contract/fields.ts';
import {
  ANSWER_MAX,
  type Answer,
  answerName,
  type Consent,
  formVersion,
  type LeadQuestion,
  RECEIPT_TEXT,
} from '#shared/contract/lead-questions.ts';
import { textVersion } from '#shared/contract/text-version.ts';
import type { LeadFormInput } from '#shared/people/leads.ts';

/** Checks what a visitor answered and agreed to against the card's form as it is now. */

/** The parts of a card's form that its owner wrote. */
export interface AskedForm {
  leadConsentText: string | null;
  leadQuestions: LeadQuestion[];
}

const CHANGED = 'This form changed since you opened it. Please reload the page and try again.';

/**
 * The answers, with their questions as they are asked now. Throws 422 for a form that is outdated, answers to questions
 * it does not have, a required answer that is missing, and a choice that is none of the options.
 */
export function answersOf(form: AskedForm, sent: LeadFormInput): Answer[] {
  const given = givenIn(sent, form.leadQuestions);
  const fields: FieldErrors = {};
  if (sent.form !== undefined && sent.form !== formVersion(form)) throw outdated();
  const answers = form.leadQuestions.flatMap((question) => {
    const { id, label, isRequired } = question;
    const answer = toAnswer(question, given.get(id));
    if (answer === null) fields[answerName(id)] = sentenceFor(question);
    else if (answer === '' && isRequired) fields[answerName(id)] = `Please answer: ${label}`;
    return answer ? [{ id, label, answer }] : [];
  });
  if (form.leadConsentText && !sent.consent) fields.consent = 'Please check the box to continue';
  const [first] = Object.values(fields);
  if (first !== undefined) throw new AppError('invalid', first, { fields });
  return answers;
}

const outdated = () => new AppError('invalid', CHANGED);

/** Answers by the ids of their questions: an object in JSON, `customFields.{id}` in a form; programs may send labels. */
function givenIn(
  sent: LeadFormInput,
  questions: readonly LeadQuestion[],
): Map<string, string | boolean | null> {
  const start = answerName('');
  const typed = Object.entries(sent).flatMap(([name, value]) =>
    name.startsWith(start) && typeof value === 'string' ? [[name.slice(start.length), value] as const] : [],
  );
  return new Map(
    [...Object.entries(sent.customFields ?? {}), ...typed].map(([name, value]) => {
      const question =
        questions.find(({ id }) => id === name) ?? questions.find(({ label }) => label === name);
      if (!question) throw outdated();
      return [question.id, value];
    }),
  );
}

/** The answer as it is kept, "" if there is none, null if it cannot be one. */
function toAnswer(
  { kind, options }: LeadQuestion,
  value: string | boolean | null | undefined,
): string | null {
  if (value === undefined || value === null) return '';
  if (kind === 'yesNo') {
    if (value === true || value === 'yes' || value === 'Yes') return 'Yes';
    if (value === false || value === 'no' || value === 'No') return 'No';
    return value === '' ? '' : null;
  }
  if (typeof value === 'boolean') return null;
  const text = cleanText(value);
  if (kind === 'choice') return text === '' || options.includes(text) ? text : null;
  return text.length > ANSWER_MAX ? null : text;
}

function sentenceFor({ kind, label }: LeadQuestion): string {
  if (kind === 'text') return `Answer in at most ${ANSWER_MAX.toLocaleString('en')} characters: ${label}`;
  return kind === 'choice' ? `Choose one of the options: ${label}` : `Answer yes or no: ${label}`;
}

/** The texts that were agreed to, as they stood beside the boxes. */
export function consentsOf(
  asked: { leadConsentText?: string | null; wantsReceipt: boolean },
  now: Date,
): Consent[] {
  const at = now.toISOString();
  const consent = (purpose: Consent['purpose'], text: string) => [
    { purpose, text, version: textVersion(text), at },
  ];
  return [
    ...(asked.leadConsentText ? consent('lead', asked.leadConsentText) : []),
    ...(asked.wantsReceipt ? consent('receipt', RECEIPT_TEXT) : []),
  ];
}
