import { ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { useController } from 'react-hook-form';
import { CARD_FIELDS } from '#shared/cards/card-fields.ts';
import { LEAD_FIELDS } from '#shared/contract/constants.ts';
import {
  CONSENT_TEXT_MAX,
  type LeadQuestion,
  QUESTION_LABEL_MAX,
  QUESTIONS_MAX,
} from '#shared/contract/lead-questions.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Choice.tsx';
import { Input, Select, Textarea } from '#ui/Field.tsx';
import { useCardForm } from '../card-form.ts';
import { messageIn } from '../tabs.ts';
import { useText } from './CardField.tsx';

const LABELS = { name: 'Name', email: 'Email', phone: 'Phone', company: 'Company', message: 'Message' };

/** The content of the lead form: fields, questions of the owner's own, and a consent. */
export function LeadFormFields() {
  const { register } = useCardForm();
  return (
    <div className="mb-3 space-y-6 rounded-surface border border-line bg-surface px-4 py-3">
      <fieldset>
        <legend className="sr-only">{CARD_FIELDS.leadCaptureFields.label}</legend>
        <div className="grid gap-x-6 sm:grid-cols-2">
          {LEAD_FIELDS.map((name) => (
            <Checkbox key={name} label={LABELS[name]} value={name} {...register('leadCaptureFields')} />
          ))}
        </div>
      </fieldset>
      <Questions />
      <Textarea
        label={CARD_FIELDS.leadConsentText.label}
        rows={2}
        maxLength={CONSENT_TEXT_MAX}
        placeholder="I agree to be contacted about my inquiry."
        hint="Optional. Visitors check a box with this text. We record the wording and time."
        {...useText('leadConsentText')}
      />
    </div>
  );
}

/** In the form, the questions are one text, as every other field is. */
function useQuestions() {
  const { control } = useCardForm();
  const { field, fieldState } = useController({ control, name: 'leadQuestions' });
  return {
    questions: JSON.parse(field.value || '[]') as LeadQuestion[],
    set: (questions: LeadQuestion[]) => field.onChange(JSON.stringify(questions)),
    error: fieldState.error as unknown,
  };
}

const newQuestion = (): LeadQuestion => ({
  id: crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36) ?? '',
  label: '',
  kind: 'text',
  options: [],
  isRequired: false,
});

function Questions() {
  const { questions, set, error } = useQuestions();
  const area = useRef<HTMLFieldSetElement>(null);
  const message = messageIn(error);
  const isWhole = message !== undefined && !Array.isArray(error);
  /** Focus follows: into the new question, or to the button after one is gone. */
  const focus = (selector: string) =>
    requestAnimationFrame(() => area.current?.querySelector<HTMLElement>(selector)?.focus());
  const add = () => {
    set([...questions, newQuestion()]);
    focus(`[data-question="${questions.length}"] input`);
  };
  const remove = (nth: number) => {
    set(questions.filter((_, place) => place !== nth));
    focus('[data-add]');
  };
  const raise = (nth: number) => {
    const moved = questions.slice(nth, nth + 1);
    const others = questions.filter((_, place) => place !== nth);
    set([...others.slice(0, nth - 1), ...moved, ...others.slice(nth - 1)]);
    focus(`[data-question="${nth - 1}"] input`);
  };
  return (
    <fieldset ref={area} className="space-y-4">
      <legend className="text-sm font-medium">{CARD_FIELDS.leadQuestions.label}</legend>
      {questions.map((question, nth) => (
        <Question
          key={question.id}
          question={question}
          nth={nth}
          error={Reflect.get(Object(error), nth)}
          onChange={(changes) =>
            set(questions.map((one, place) => (place === nth ? { ...one, ...changes } : one)))
          }
          onRemove={() => remove(nth)}
          onRaise={() => raise(nth)}
        />
      ))}
      {isWhole && (
        <p role="alert" className="text-sm text-danger">
          {message}
        </p>
      )}
      {questions.length < QUESTIONS_MAX ? (
        <Button variant="secondary" size="small" data-add onClick={add}>
          <Plus size={18} />
          Add a question
        </Button>
      ) : (
        <p className="text-sm text-ink-2">Up to five questions.</p>
      )}
    </fieldset>
  );
}

interface QuestionProps {
  question: LeadQuestion;
  nth: number;
  error: unknown;
  onChange: (changes: Partial<LeadQuestion>) => void;
  onRemove: () => void;
  onRaise: () => void;
}

function Question({ question, nth, error, onChange, onRemove, onRaise }: QuestionProps) {
  const { label, kind, options, isRequired } = question;
  const errorOf = (name: keyof LeadQuestion) => messageIn(Reflect.get(Object(error), name));
  const number = nth + 1;
  return (
    <div data-question={nth} className="space-y-3 rounded-control border border-line p-3">
      <div className="grid gap-3 sm:grid-cols-[1fr_10rem]">
        <Input
          label={`Question ${number}`}
          value={label}
          maxLength={QUESTION_LABEL_MAX}
          error={errorOf('label')}
          onChange={(event) => onChange({ label: event.target.value })}
        />
        <Select
          label={`Answer to ${number}`}
          value={kind}
          onChange={(event) => onChange({ kind: event.target.value as LeadQuestion['kind'] })}
        >
          <option value="text">Text</option>
          <option value="choice">Choice</option>
          <option value="yesNo">Yes or no</option>
        </Select>
      </div>
      {kind === 'choice' && (
        <Textarea
          label={`Options for ${number}`}
          hint="One per line, at least two."
          rows={3}
          value={options.join('\n')}
          error={errorOf('options')}
          onChange={(event) => onChange({ options: event.target.value.split('\n') })}
        />
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Checkbox
          label={`Question ${number} is required`}
          checked={isRequired}
          onChange={(event) => onChange({ isRequired: event.target.checked })}
        />
        <span className="flex">
          {nth > 0 && (
            <Button variant="quiet" size="small" aria-label={`Move question ${number} up`} onClick={onRaise}>
              <ArrowUp size={18} />
            </Button>
          )}
          <Button variant="quiet" size="small" aria-label={`Remove question ${number}`} onClick={onRemove}>
            <Trash2 size={18} />
          </Button>
        </span>
      </div>
    </div>
  );
}
