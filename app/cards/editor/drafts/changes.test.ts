import { describe, expect, it } from 'vitest';
import { emptyForm } from '../card-form.ts';
import { findChanges, hasChanges, withFields } from './changes.ts';

const start = emptyForm({ fullName: 'Ada Lovelace' });

describe('The changes of a form', () => {
  it('are the fields that differ, with what they were before, and put back what was typed', () => {
    const social = { ...start.social, github: 'ada' };
    const form = { ...start, jobTitle: 'Analyst', photoGallery: ['/media/a.jpg'], isActive: false, social };
    const changes = findChanges(form, start);
    expect(changes.fields).toEqual({
      jobTitle: 'Analyst',
      photoGallery: ['/media/a.jpg'],
      isActive: false,
      social,
    });
    expect(changes.before).toEqual({ jobTitle: '', photoGallery: [], isActive: true, social: start.social });
    expect(withFields(start, changes.fields)).toEqual(form);
    expect(hasChanges(findChanges(structuredClone(start), start))).toBe(false);
  });

  it('put back only what has the shape of the form', () => {
    const odd = { jobTitle: 7, company: 'Acme', photoGallery: [1], isAdmin: true, social: { github: 'ada' } };
    expect(withFields(start, odd)).toEqual({ ...start, company: 'Acme' });
  });
});
