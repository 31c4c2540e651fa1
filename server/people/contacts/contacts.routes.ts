import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { acrossAccounts } from '#server/infra/http/across-accounts.ts';
import { serve } from '#server/infra/http/serve.ts';
import { addContact } from '#server/people/contacts/add-contact.ts';
import { changeContact } from '#server/people/contacts/change-contact.ts';
import { deleteContact, listContacts, toggleFavorite } from '#server/people/contacts/contacts.ts';
import {
  captureLead,
  changeLead,
  convertLead,
  deleteLead,
  listLeads,
} from '#server/people/contacts/exchange/leads.ts';
import { exchangeContact } from '#server/people/contacts/exchange/submit.ts';
import { getContactFile } from '#server/people/contacts/export/contact-file.ts';
import { exportContacts } from '#server/people/contacts/export/export-contacts.ts';
import { listPeople } from '#server/people/contacts/list-people.ts';
import { listReleased, restoreReleased } from '#server/people/contacts/released.ts';
import { blockSender, listBlocks, unblockSender } from '#server/people/contacts/review/blocks.ts';
import {
  blockAddress,
  deleteUnreviewed,
  keepUnreviewed,
  reportUnreviewed,
  undoReview,
} from '#server/people/contacts/review/reviews.ts';
import { countUnreviewed, listUnreviewed } from '#server/people/contacts/review/unreviewed.ts';
import { streamContacts } from '#server/people/contacts/stream/stream-contacts.ts';
import { getSummaryOfAll } from '#server/people/contacts/summary.ts';
import { contactEndpoints } from '#shared/people/contacts.ts';
import { leadEndpoints } from '#shared/people/leads.ts';
import { releasedEndpoints } from '#shared/people/released.ts';
import { unreviewedEndpoints } from '#shared/people/unreviewed.ts';

export function contactRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, contactEndpoints.list, acrossAccounts(listContacts));
  serve(server, app, contactEndpoints.add, addContact);
  serve(server, app, contactEndpoints.listPeople, acrossAccounts(listPeople));
  serve(server, app, contactEndpoints.summary, getSummaryOfAll);
  serve(server, app, contactEndpoints.stream, streamContacts);
  serve(server, app, contactEndpoints.export, exportContacts);
  serve(server, app, contactEndpoints.vcard, getContactFile);
  serve(server, app, contactEndpoints.toggleFavorite, toggleFavorite);
  serve(server, app, contactEndpoints.change, changeContact);
  serve(server, app, contactEndpoints.delete, deleteContact);
  serve(server, app, contactEndpoints.exchange, exchangeContact);
  serve(server, app, leadEndpoints.capture, captureLead);
  serve(server, app, leadEndpoints.list, listLeads);
  serve(server, app, leadEndpoints.convert, convertLead);
  serve(server, app, leadEndpoints.change, changeLead);
  serve(server, app, leadEndpoints.delete, deleteLead);
  serve(server, app, releasedEndpoints.list, listReleased);
  serve(server, app, releasedEndpoints.restore, restoreReleased);
  serve(server, app, unreviewedEndpoints.list, listUnreviewed);
  serve(server, app, unreviewedEndpoints.count, countUnreviewed);
  serve(server, app, unreviewedEndpoints.keep, keepUnreviewed);
  serve(server, app, unreviewedEndpoints.delete, deleteUnreviewed);
  serve(server, app, unreviewedEndpoints.report, reportUnreviewed);
  serve(server, app, unreviewedEndpoints.blockAddress, blockAddress);
  serve(server, app, unreviewedEndpoints.undo, undoReview);
  serve(server, app, unreviewedEndpoints.listBlocks, listBlocks);
  serve(server, app, unreviewedEndpoints.block, blockSender);
  serve(server, app, unreviewedEndpoints.unblock, unblockSender);
}
