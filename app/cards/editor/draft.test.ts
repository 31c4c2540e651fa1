import { afterEach, describe, expect, it, vi } from 'vitest';
import { emptyForm } from './card-form.ts';
import { draftFrom, draftKey, keepDraft, recallDraft } from './draft.ts';

const start = emptyForm('Ada Lovelace');

function stubStorage() {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
}

describe('a draft', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is recalled for its user and card until it is forgotten', () => {
    stubStorage();
    const key = draftKey('ada', 'card1');
    expect(keepDraft(key, { form: { ...start, jobTitle: 'Analyst' }, base: 'Monday' })).toBe(true);
    expect(recallDraft(key, start)).toEqual({ form: { ...start, jobTitle: 'Analyst' }, base: 'Monday' });
    expect(recallDraft(draftKey('ada', null), start)).toBeNull();
    expect(recallDraft(draftKey('bob', 'card1'), start)).toBeNull();
    keepDraft(key, null);
    expect(recallDraft(key, start)).toBeNull();
  });

  it('says when this browser keeps nothing', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(keepDraft('key', { form: start, base: '' })).toBe(false);
    expect(recallDraft('key', start)).toBeNull();
  });

  it('takes over only what has the shape of the form', () => {
    const stored = JSON.stringify({ jobTitle: 7, company: 'Acme', photoGallery: [1], isAdmin: true });
    expect(draftFrom(stored, start)).toEqual({
      form: { ...start, company: 'Acme' },
      base: '',
    });
    expect(draftFrom('{"social":{"linkedin":"ada"}}', start)).toBeNull();
    expect(draftFrom('not json', start)).toBeNull();
    expect(draftFrom('[]', start)).toBeNull();
  });
});
