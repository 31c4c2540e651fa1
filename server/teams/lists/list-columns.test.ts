import { expect, it } from 'vitest';
import { guessColumns } from '#server/people/import/read/csv-columns.ts';
import type { ImportColumn } from '#shared/people/import.ts';
import { toListColumns } from './list-columns.ts';

const columnsOf = (headings: string[], samples: string[] = []): ImportColumn[] =>
  guessColumns(headings).map((guess, place) => ({
    ...guess,
    heading: headings[place] ?? '',
    samples,
    dates: null,
  }));

const targetsOf = (headings: string[], samples?: string[]) =>
  Object.fromEntries(
    toListColumns(columnsOf(headings, samples)).flatMap(({ heading, target }) =>
      target === 'skip' ? [] : [[target, heading]],
    ),
  );

it.each([
  [
    'our own',
    ['Name', 'Email', 'Team role', 'Job title', 'Department', 'Phone', 'Company', 'Location'],
    {
      fullName: 'Name',
      email: 'Email',
      role: 'Team role',
      jobTitle: 'Job title',
      department: 'Department',
      phone: 'Phone',
      company: 'Company',
      location: 'Location',
    },
  ],
  [
    'BambooHR',
    [
      'Employee #',
      'First Name',
      'Last Name',
      'Preferred Name',
      'Home Email',
      'Work Email',
      'Mobile Phone',
      'Work Phone',
      'Job Title',
      'Department',
      'Division',
      'Location',
      'Supervisor',
    ],
    {
      givenName: 'First Name',
      familyName: 'Last Name',
      email: 'Work Email',
      phone: 'Work Phone',
      jobTitle: 'Job Title',
      department: 'Department',
      location: 'Location',
    },
  ],
  [
    'Workday',
    [
      'Worker',
      'Legal First Name',
      'Preferred First Name',
      'Legal Last Name',
      'Email - Primary Work',
      'Business Title',
      'Job Profile',
      'Supervisory Organization',
      'Primary Work Phone',
      'Location',
      'Company',
      'Manager',
    ],
    {
      givenName: 'Preferred First Name',
      familyName: 'Legal Last Name',
      email: 'Email - Primary Work',
      jobTitle: 'Business Title',
      department: 'Supervisory Organization',
      phone: 'Primary Work Phone',
      location: 'Location',
      company: 'Company',
    },
  ],
  [
    'Personio',
    ['Vorname', 'Nachname', 'E-Mail', 'Position', 'Abteilung', 'Standort', 'Vorgesetzter', 'Private E-Mail'],
    {
      givenName: 'Vorname',
      familyName: 'Nachname',
      email: 'E-Mail',
      jobTitle: 'Position',
      department: 'Abteilung',
      location: 'Standort',
    },
  ],
  [
    'Google Workspace',
    [
      'First Name [Required]',
      'Last Name [Required]',
      'Email Address [Required]',
      'Password [Required]',
      'Recovery Email',
      'Home Secondary Email',
      'Recovery Phone [MUST BE IN THE E.164 FORMAT]',
      'Work Phone',
      'Employee Title',
      'Manager Email',
      'Department',
    ],
    {
      givenName: 'First Name [Required]',
      familyName: 'Last Name [Required]',
      email: 'Email Address [Required]',
      phone: 'Work Phone',
      jobTitle: 'Employee Title',
      department: 'Department',
    },
  ],
  [
    'Entra',
    [
      'userPrincipalName',
      'displayName',
      'surname',
      'mail',
      'givenName',
      'id',
      'jobTitle',
      'department',
      'telephoneNumber',
      'officeLocation',
      'companyName',
    ],
    {
      givenName: 'givenName',
      familyName: 'surname',
      email: 'mail',
      jobTitle: 'jobTitle',
      department: 'department',
      phone: 'telephoneNumber',
      location: 'officeLocation',
      company: 'companyName',
    },
  ],
  [
    'Microsoft 365',
    ['Display name', 'User principal name', 'Title', 'Department', 'Office', 'Phone number', 'Mobile Phone'],
    {
      fullName: 'Display name',
      email: 'User principal name',
      jobTitle: 'Title',
      department: 'Department',
      location: 'Office',
      phone: 'Phone number',
    },
  ],
  [
    'Okta',
    [
      'login',
      'firstName',
      'lastName',
      'email',
      'secondEmail',
      'title',
      'primaryPhone',
      'mobilePhone',
      'organization',
    ],
    {
      givenName: 'firstName',
      familyName: 'lastName',
      email: 'email',
      jobTitle: 'title',
      phone: 'primaryPhone',
      company: 'organization',
    },
  ],
])('knows the headings of %s', (_, headings, expected) => {
  expect(targetsOf(headings)).toEqual(expected);
});

it('takes a column "Role" for the part in the team only where it says nothing else', () => {
  expect(targetsOf(['Name', 'Email', 'Role'], ['Member', 'admin'])).toMatchObject({ role: 'Role' });
  expect(targetsOf(['Name', 'Email', 'Role'], ['Engineer'])).toMatchObject({ jobTitle: 'Role' });
});
