import type { FastifyInstance } from 'fastify';
import { addContact } from '#server/contacts/add-contact.ts';
import { blockSender, listBlocks, unblock } from '#server/contacts/blocks.ts';
import { changeContact } from '#server/contacts/change-contact.ts';
import { getContactFile } from '#server/contacts/contact-file.ts';
import { deleteContact, listContacts, toggleFavorite } from '#server/contacts/contacts.ts';
import { exchangeContact } from '#server/contacts/exchange.ts';
import { exportContacts } from '#server/contacts/export-contacts.ts';
import { captureLead, changeLead, convertLead, deleteLead, listLeads } from '#server/contacts/leads.ts';
import { listPeople } from '#server/contacts/people.ts';
import {
  blockAddress,
  deleteUnreviewed,
  keepUnreviewed,
  reportUnreviewed,
  undoReview,
} from '#server/contacts/reviews.ts';
import { getContactSummary } from '#server/contacts/summary.ts';
import { countUnreviewed, listUnreviewed } from '#server/contacts/unreviewed.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { contactEndpoints } from '#shared/contacts.ts';
import { leadEndpoints } from '#shared/leads.ts';
import { unreviewedEndpoints } from '#shared/unreviewed.ts';

export function contactRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, contactEndpoints.list, listContacts);
  serve(server, app, contactEndpoints.add, addContact);
  serve(server, app, contactEndpoints.listPeople, listPeople);
  serve(server, app, contactEndpoints.summary, getContactSummary);
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
  serve(server, app, unreviewedEndpoints.list, listUnreviewed);
  serve(server, app, unreviewedEndpoints.count, countUnreviewed);
  serve(server, app, unreviewedEndpoints.keep, keepUnreviewed);
  serve(server, app, unreviewedEndpoints.delete, deleteUnreviewed);
  serve(server, app, unreviewedEndpoints.report, reportUnreviewed);
  serve(server, app, unreviewedEndpoints.blockAddress, blockAddress);
  serve(server, app, unreviewedEndpoints.undo, undoReview);
  serve(server, app, unreviewedEndpoints.listBlocks, listBlocks);
  serve(server, app, unreviewedEndpoints.block, blockSender);
  serve(server, app, unreviewedEndpoints.unblock, unblock);
}
