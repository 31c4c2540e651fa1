import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { noteWriting } from '#server/db/replica.ts';
import { serve } from '#server/infra/http/serve.ts';
import { getContact, listContactHistory } from '#server/people/contacts/contact.ts';
import { addFilter, deleteFilter, listFilters } from '#server/people/contacts/filters.ts';
import { countAlike, keepApart, listAlike } from '#server/people/contacts/merge/duplicates.ts';
import { mergeContacts } from '#server/people/contacts/merge/merge.ts';
import {
  changeMany,
  deleteTag,
  getOperation,
  listOperations,
  undoOperation,
} from '#server/people/contacts/merge/operations.ts';
import { endEvent, getEvent, startEvent } from '#server/people/contacts/met-events.ts';
import { addNote, changeNote, deleteNote } from '#server/people/contacts/notes.ts';
import { listTags } from '#server/people/contacts/tags.ts';
import { listTimeline } from '#server/people/contacts/timeline.ts';
import { contactBookEndpoints } from '#shared/people/contact-book.ts';
import { contactOperationEndpoints } from '#shared/people/contact-operations.ts';

export function contactBookRoutes(server: FastifyInstance, app: AppContext): void {
  serve(server, app, contactBookEndpoints.get, getContact);
  serve(server, app, contactBookEndpoints.listEvents, listContactHistory);
  serve(server, app, contactBookEndpoints.listTimeline, listTimeline);
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
  serve(server, app, contactOperationEndpoints.bulk, changeMany);
  serve(server, app, contactOperationEndpoints.listOperations, listOperations);
  serve(server, app, contactOperationEndpoints.getOperation, (ctx, input) => {
    // Whoever looks reads the contacts next, and it may have ended a moment ago.
    noteWriting(ctx, ctx.user.id);
    return getOperation(ctx, input);
  });
  serve(server, app, contactOperationEndpoints.undo, undoOperation);
  serve(server, app, contactBookEndpoints.listAlike, listAlike);
  serve(server, app, contactBookEndpoints.countAlike, countAlike);
  serve(server, app, contactBookEndpoints.keepApart, keepApart);
  serve(server, app, contactBookEndpoints.merge, mergeContacts);
}
