import { createElement } from 'react';
import { expect, it } from 'vitest';
import { EMPTY_FORM, FormControl, type FormField } from '#site/card/forms/form-parts.tsx';
import { renderMarkup } from '#site/markup.ts';

const draw = (field: FormField, state = EMPTY_FORM, prefix = 'lead') =>
  renderMarkup(createElement(FormControl, { field, state, prefix }));

const QUESTION: FormField = {
  name: 'answer-1',
  label: 'Team?',
  options: ['<Red>', 'Blue'],
  needed: 'Please answer',
};

it.each<[string, FormField]>([
  ['a line', { name: 'name', label: 'Name', kind: 'name', autoComplete: 'name' }],
  ['a text', { name: 'message', label: 'Message', isLong: true }],
  ['a choice', QUESTION],
])('An empty field of a form is drawn like one that a refusal brings back: %s', (_, field) => {
  expect(draw(field)).toBe(draw(field, { values: {}, fields: {} }));
  expect(draw(field)).toBe(draw(field, { values: {}, fields: {} }));
});

it('A field is drawn once, and still each card and form shows its own', () => {
  expect(draw(QUESTION)).toContain('&lt;Red&gt;');
  expect(draw({ ...QUESTION, options: ['Green'] })).not.toContain('Red');
  expect(draw({ ...QUESTION, label: 'Club?' })).toContain('Club?');
  expect(draw(QUESTION, EMPTY_FORM, 'exchange')).toContain('id="exchange-answer-1"');
});

it('A field shows what was typed, and why it was refused', () => {
  const state = { values: { name: 'Ada' }, fields: { name: 'Too short' } };
  const drawn = draw({ name: 'name', label: 'Name' }, state);
  expect(drawn).toContain('value="Ada"');
  expect(drawn).toContain('Too short');
});
