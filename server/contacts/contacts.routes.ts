import type { FastifyInstance } from 'fastify';
import { blockSender, listBlocks, unblock } from '#server/contacts/blocks.ts';
import { getContactFile } from '#server/contacts/contact-file.ts';
import { changeContact, deleteContact, listContacts, toggleFavorite } from '#server/contacts/contacts.ts';
import { exchangeContact } from '#server/contacts/exchange.ts';
import { exportContacts } from '#server/contacts/export-contacts.ts';
import { suggestFollowUps } from '#server/contacts/follow-ups.ts';
import { captureLead, convertLead, deleteLead, listLeads } from '#server/contacts/leads.ts';
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
import type { App } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { contactRows } from '#shared/contacts.ts';
import { unreviewedRows } from '#shared/unreviewed.ts';

export function contactRoutes(server: FastifyInstance, app: App): void {
  serve(server, app, contactRows.list, listContacts);
  serve(server, app, contactRows.listPeople, listPeople);
  serve(server, app, contactRows.summary, getContactSummary);
  serve(server, app, contactRows.export, exportContacts);
  serve(server, app, contactRows.vcard, getContactFile);
  serve(server, app, contactRows.toggleFavorite, toggleFavorite);
  serve(server, app, contactRows.change, changeContact);
  serve(server, app, contactRows.delete, deleteContact);
  serve(server, app, contactRows.suggestFollowUps, suggestFollowUps);
  serve(server, app, contactRows.exchange, exchangeContact);
  serve(server, app, contactRows.captureLead, captureLead);
  serve(server, app, contactRows.listLeads, listLeads);
  serve(server, app, contactRows.convertLead, convertLead);
  serve(server, app, contactRows.deleteLead, deleteLead);
  serve(server, app, unreviewedRows.list, listUnreviewed);
  serve(server, app, unreviewedRows.count, countUnreviewed);
  serve(server, app, unreviewedRows.keep, keepUnreviewed);
  serve(server, app, unreviewedRows.delete, deleteUnreviewed);
  serve(server, app, unreviewedRows.report, reportUnreviewed);
  serve(server, app, unreviewedRows.blockAddress, blockAddress);
  serve(server, app, unreviewedRows.undo, undoReview);
  serve(server, app, unreviewedRows.listBlocks, listBlocks);
  serve(server, app, unreviewedRows.block, blockSender);
  serve(server, app, unreviewedRows.unblock, unblock);
}
