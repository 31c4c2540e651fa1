import { contactJobs, settleWhenDue } from '#server/people/contacts/contacts.jobs.ts';
import { importJobs, importsWhenDue } from '#server/people/import/import.jobs.ts';
import { receiptsWhenDue, recipientJobs } from '#server/people/recipients/recipients.jobs.ts';

export const peopleWork = {
  jobs: [...contactJobs, ...recipientJobs, ...importJobs],
  beforeStart: [settleWhenDue, receiptsWhenDue, importsWhenDue],
  afterUpdate: [],
};
