import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { ConfirmForm } from './ConfirmForm.tsx';
import { EMPTY_SCAN } from './scanned-contact.ts';

// They need the router, which needs a browser.
vi.mock('../add-contact.queries.ts', () => ({ useAddContact: () => ({}) }));
vi.mock('../notes-hint.ts', () => ({ useNotesHint: () => undefined }));

it('has no language to choose in the form, where Enter saves the contact', () => {
  const form = createElement(ConfirmForm, {
    ...{ values: EMPTY_SCAN, left: [], by: 'Read on this device.', text: 'Anna Berg' },
    ...{ languages: ['eng'], isTurned: true, onReadAgain: () => {}, onSaved: () => {}, onCancel: () => {} },
  });
  const html = renderToString(form);
  const [before = '', inside = ''] = html.split('<form');
  expect(before).toContain('type="checkbox"');
  expect(before).toContain('Read again in');
  expect(inside).toContain('Add to contacts');
  expect(inside).not.toContain('type="checkbox"');
});
