import { describe, expect, it } from 'vitest';
import { emptyForm } from './card-form.ts';
import { messageIn, TAB_NAMES, tabOf, tabsWithErrors } from './tabs.ts';

describe('the tabs of the form', () => {
  it('hold every field, each in one tab', () => {
    const tabs = new Set(Object.keys(emptyForm('')).map(tabOf));
    expect([...tabs].sort()).toEqual([...TAB_NAMES].sort());
    expect(tabOf('fullName')).toBe('basic');
    expect(tabOf('primaryColor')).toBe('design');
    expect(tabOf('social.linkedin')).toBe('social');
    expect(tabOf('photoGallery')).toBe('media');
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
