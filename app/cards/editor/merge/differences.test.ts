import { expect, it } from 'vitest';
import { emptyForm } from '../card-form.ts';
import { findDifferences, mergeFields } from './differences.ts';
import { sayValue } from './say-value.ts';

const base = { ...emptyForm({ fullName: 'Ada Lovelace' }), name: 'Work', jobTitle: 'Clerk' };

it('names what was changed elsewhere, and whether it was changed here, too', () => {
  const mine = { ...base, jobTitle: 'Analyst', tagline: 'Mine alone', bio: 'The same' };
  const social = { ...base.social, github: 'ada' };
  const theirs = { ...base, jobTitle: 'Engineer', company: 'Engines Ltd', bio: 'The same', social };
  expect(findDifferences(base, mine, theirs)).toEqual([
    { path: 'jobTitle', label: 'Job title', mine: 'Analyst', theirs: 'Engineer', isMine: true },
    { path: 'company', label: 'Company', mine: '', theirs: 'Engines Ltd', isMine: false },
    { path: 'social.github', label: 'GitHub', mine: '', theirs: 'ada', isMine: false },
  ]);
});

it('puts together what was chosen, field by field and network by network', () => {
  const mine = { ...base, jobTitle: 'Analyst', social: { ...base.social, linkedin: 'mine', github: 'mine' } };
  const theirs = {
    ...base,
    jobTitle: 'Engineer',
    company: 'Engines Ltd',
    social: { ...base.social, github: 'theirs' },
  };
  const forms = { base, mine, theirs };
  expect(mergeFields(forms, (path) => path === 'jobTitle')).toEqual({
    ...base,
    jobTitle: 'Analyst',
    company: 'Engines Ltd',
    social: { ...base.social, linkedin: 'mine', github: 'theirs' },
  });
  expect(mergeFields(forms, () => true)).toEqual(mine);
});

it('says values as their fields do', () => {
  const questions = [{ id: 'q1', label: 'Where?', kind: 'text', options: [], isRequired: false }];
  expect(sayValue('leadQuestions', JSON.stringify(questions))).toEqual(['Where?']);
  const others = [
    { ...questions[0], kind: 'choice', options: ['London', 'Paris'] },
    { ...questions[0], kind: 'yesNo', isRequired: true },
    { ...questions[0], options: ['London'], isRequired: true },
  ];
  expect(sayValue('leadQuestions', JSON.stringify(others))).toEqual([
    'Where? (London / Paris)',
    'Where? (yes or no, required)',
    'Where? (required)',
  ]);
  expect(sayValue('leadQuestions', '')).toEqual([]);
  expect(sayValue('template', 'classic')).toBe('Classic');
  expect(sayValue('nameOrder', 'familyFirst')).toBe('Last name first');
  expect(sayValue('backgroundVideo', 'preset:aurora')).toBe('Aurora');
  expect(sayValue('jobTitle', 'preset:aurora')).toBe('preset:aurora');
  expect(sayValue('social.github', 'ada')).toBe('ada');
});
