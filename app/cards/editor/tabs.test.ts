import { describe, expect, it } from 'vitest';
import { emptyForm } from './card-form.ts';
import { findTab, messageIn, TAB_NAMES, tabsWithErrors } from './tabs.ts';

describe('the tabs of the form', () => {
  it('hold every field, each in one tab', () => {
    const tabs = new Set(Object.keys(emptyForm({})).map(findTab));
    expect([...tabs].sort()).toEqual([...TAB_NAMES].sort());
    expect(findTab('fullName')).toBe('basic');
    expect(findTab('primaryColor')).toBe('design');
    expect(findTab('social.linkedin')).toBe('social');
    expect(findTab('photoGallery')).toBe('media');
  });

  it('are marked in their order where they hold errors', () => {
    const error = { type: 'x', message: 'Wrong' };
    expect(tabsWithErrors({ videoGallery: error, social: { zoom: error }, name: error })).toEqual([
      'basic',
      'social',
      'media',
    ]);
    expect(tabsWithErrors({})).toEqual([]);
  });

  it('show the sentence of the wrong item of a list', () => {
    const items = [undefined, { type: 'custom', message: 'Enter a web address', ref: {} }];
    expect(messageIn(items)).toBe('Enter a web address');
    expect(messageIn(undefined)).toBeUndefined();
  });
});
