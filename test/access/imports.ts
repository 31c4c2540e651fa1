import { type Case, OWNER, SIGNED_IN } from '#test/access/case.ts';

/** The expected status of the calls about imports of contacts. */

const contactFile = () => {
  const form = new FormData();
  form.append('file', new File(['Name\nGrace Hopper'], 'contacts.csv'));
  return form;
};

export const IMPORTS: Case[] = [
  {
    route: 'GET /api/import',
    expected: SIGNED_IN,
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' import')),
  },
  { route: 'POST /api/import', expected: SIGNED_IN, body: contactFile, byNewPeople: true },
  {
    route: 'GET /api/import/{id}',
    expected: OWNER,
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' import')),
  },
  {
    route: 'PUT /api/import/{id}/columns',
    expected: [401, 404, 409, 404],
    body: () => ({ targets: [] }),
  },
  { route: 'POST /api/import/{id}/start', expected: OWNER, body: () => ({}) },
  { route: 'POST /api/import/{id}/cancel', expected: [401, 404, 409, 404] },
  { route: 'POST /api/import/{id}/undo', expected: OWNER },
  { route: 'GET /api/import/{id}/problems', expected: OWNER },
  {
    route: 'GET /api/archive',
    expected: SIGNED_IN,
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' archive')),
  },
  { route: 'POST /api/archive', expected: SIGNED_IN, body: contactFile, byNewPeople: true },
  {
    route: 'GET /api/archive/{id}',
    expected: OWNER,
    shows: ({ privateMarks }) => privateMarks.filter((mark) => mark.endsWith(' archive')),
  },
  { route: 'POST /api/archive/{id}/start', expected: OWNER },
  { route: 'POST /api/archive/{id}/cancel', expected: [401, 404, 409, 404] },
];
