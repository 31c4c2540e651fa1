import type { FastifyInstance } from 'fastify';
import { getContact, listContactHistory } from '#server/contacts/contact.ts';
import { countAlike, keepApart, listAlike } from '#server/contacts/duplicates.ts';
import { addFilter, deleteFilter, listFilters } from '#server/contacts/filters.ts';
import { mergeContacts } from '#server/contacts/merge.ts';
import { endEvent, getEvent, startEvent } from '#server/contacts/met-events.ts';
import { addNote, changeNote, deleteNote } from '#server/contacts/notes.ts';
import { changeMany, deleteTag, getOperation, undoOperation } from '#server/contacts/operations.ts';
import { listTags } from '#server/contacts/tags.ts';
import type { AppContext } from '#server/context.ts';
import { serve } from '#server/infra/http/serve.ts';
import { contactBookEndpoints } from '#shared/contact-book.ts';

export function contactBookRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, contactBookEndpoints.get, getContact);
  serve(server, app, contactBookEndpoints.listEvents, listContactHistory);
  serve(server, app, contactBookEndpoints.addNote, addNote);
  serve(server, app, contactBookEndpoints.changeNote, changeNote);
  serve(server, app, contactBookEndpoints.deleteNote, deleteNote);
  serve(server, app, contactBookEndpoints.listTags, listTags);
  serve(server, app, contactBookEndpoints.deleteTag, deleteTag);
  serve(server, app, contactBookEndpoints.currentEvent, getEvent);
  serve(server, app, contactBookEndpoints.startEvent, startEvent);
  serve(server, app, contactBookEndpoints.endEvent, endEvent);
  serve(server, app, contactBookEndpoints.listFilters, listFilters);
  serve(server, app, contactBookEndpoints.addFilter, addFilter);
  serve(server, app, contactBookEndpoints.deleteFilter, deleteFilter);
  serve(server, app, contactBookEndpoints.bulk, changeMany);
  serve(server, app, contactBookEndpoints.getOperation, getOperation);
  serve(server, app, contactBookEndpoints.undo, undoOperation);
  serve(server, app, contactBookEndpoints.listAlike, listAlike);
  serve(server, app, contactBookEndpoints.countAlike, countAlike);
  serve(server, app, contactBookEndpoints.keepApart, keepApart);
  serve(server, app, contactBookEndpoints.merge, mergeContacts);
}
