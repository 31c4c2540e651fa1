import type { Case } from '#test/access/case.ts';

/** The expected status of the calls about imports of contacts. */

const contactFile = () => {
  const form = new FormData();
  form.append('file', new File(['Name\nGrace Hopper'], 'contacts.csv'));
  return form;
};

export const IMPORTS: Case[] = [
  {
    route: 'GET /api/import',
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' import')),
  },
  { route: 'POST /api/import', body: contactFile, byNewPeople: true },
  {
    route: 'GET /api/import/{id}',
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' import')),
  },
  {
    route: 'PUT /api/import/{id}/columns',
    expected: [401, 404, 409, 404],
    body: () => ({ targets: [] }),
  },
  { route: 'POST /api/import/{id}/start', body: () => ({}) },
  { route: 'POST /api/import/{id}/cancel', expected: [401, 404, 409, 404] },

  {
    route: 'GET /api/archive',
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' archive')),
  },
  { route: 'POST /api/archive', body: contactFile, byNewPeople: true },
  {
    route: 'GET /api/archive/{id}',
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' archive')),
  },

  { route: 'POST /api/archive/{id}/cancel', expected: [401, 404, 409, 404] },
];
