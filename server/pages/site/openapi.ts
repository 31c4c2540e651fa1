import { isDeepStrictEqual } from 'node:util';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#server/context.ts';
import { preparePage } from '#server/infra/http/page-cache/prepared-page.ts';
import { writePage } from '#server/infra/http/page-cache/write-page.ts';
import { SHARED_FOR_A_MOMENT } from '#server/infra/http/page-source.ts';
import { type Endpoint, isFile, isMultipart } from '#shared/contract/api.ts';
import { PRODUCT } from '#shared/contract/constants.ts';
import { ERROR_STATUS, type ErrorCode } from '#shared/contract/errors.ts';
import { z } from '#shared/contract/zod.ts';
import { contract } from '#shared/contract.ts';
import { SCHEMA_NAMES } from './schema-names.ts';

/** OpenAPI 3.1, derived from the contract. Schemas that have an id are described once, under that name. */

for (const [id, schema] of Object.entries(SCHEMA_NAMES)) z.globalRegistry.add(schema, { id });

/** The body of every refusal (`ErrorBody`). */
const errorBody = z
  .object({
    message: z.string(),
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.looseObject({}).optional(),
  })
  .meta({ id: 'Error' });

type Json = Record<string, unknown>;
type Direction = 'input' | 'output';

/** Collects the named schemas while the document is written, so that each is described once. */
function createSchemas() {
  const components: Record<string, Json> = {};
  const describe = (schema: z.ZodType, io: Direction): Json => {
    // The root of a schema is never a reference; as the item of a list it can be.
    const options = { io, unrepresentable: 'any' } as const;
    const { items, $defs = {} } = z.toJSONSchema(z.array(schema), options);
    const pointing = (part: unknown): Json =>
      JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/'));
    for (const [name, definition] of Object.entries($defs)) {
      const described = pointing(definition);
      const before = components[name] ?? described;
      if (!isDeepStrictEqual(before, described)) throw new Error(`${name} is sent and returned in two forms`);
      components[name] = described;
    }
    return pointing(items);
  };
  return { components, describe };
}

type Describe = ReturnType<typeof createSchemas>['describe'];

function describeParameters(endpoint: Endpoint, describe: Describe) {
  const parameters = [];
  for (const [place, schema] of [
    ['path', endpoint.params],
    ['query', endpoint.query],
  ] as const) {
    if (!(schema instanceof z.ZodObject)) continue;
    for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
      const required = place === 'path' || !field.safeParse(undefined).success;
      parameters.push({ name, in: place, required, schema: describe(field, 'input') });
    }
  }
  return parameters;
}

const BINARY = { type: 'string', format: 'binary' };
const FORM = { type: 'object', properties: { file: BINARY }, required: ['file'] };

function describeBody({ body }: Endpoint, describe: Describe) {
  if (!body) return {};
  const content = isMultipart(body)
    ? { 'multipart/form-data': { schema: FORM } }
    : { 'application/json': { schema: describe(body, 'input') } };
  const isNeeded = isMultipart(body) || !body.safeParse(undefined).success;
  return { requestBody: { required: isNeeded, content } };
}

const LINK = {
  description: 'The next page, as `<…>; rel="next"` (RFC 8288); absent on the last one',
  schema: { type: 'string' },
};

function describeReply({ returns, paged }: Endpoint, describe: Describe) {
  const headers = paged ? { headers: { Link: LINK } } : {};
  const content = isFile(returns)
    ? { [returns.file]: { schema: /^text\/|\+xml$/.test(returns.file) ? { type: 'string' } : BINARY } }
    : { 'application/json': { schema: describe(returns, 'output') } };
  return { description: 'Done', ...headers, content };
}

function describeOperation(feature: string, name: string, endpoint: Endpoint, describe: Describe) {
  return {
    operationId: `${feature}.${name}`,
    summary: endpoint.summary,
    tags: [feature],
    security: endpoint.who === 'anyone' ? [] : [{ session: [] }],
    parameters: describeParameters(endpoint, describe),
    ...describeBody(endpoint, describe),
    responses: {
      200: describeReply(endpoint, describe),
      '4XX': { $ref: '#/components/responses/Refused' },
    },
  };
}

/** Generated clients name their functions after these groups; the first clients knew auth as part of account. */
const groupOf = (feature: string) => (feature === 'auth' ? 'account' : feature);

/**
 * The document of the server at `origin`; without one, of the server it was loaded from. The same for every request.
 */
export function openApi(origin = '/') {
  const { components, describe } = createSchemas();
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(contract)) {
    const group = groupOf(feature);
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      paths[endpoint.path] ??= {};
      const method = endpoint.method.toLowerCase();
      Object.assign(paths[endpoint.path] ?? {}, {
        [method]: describeOperation(group, name, endpoint, describe),
      });
    }
  }
  const refusal = { 'application/json': { schema: describe(errorBody, 'output') } };
  return {
    openapi: '3.1.0',
    info: { title: PRODUCT, version: '0.1.0' },
    servers: [{ url: origin }],
    tags: [...new Set(Object.keys(contract).map(groupOf))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: 'goldleaf_session',
          description:
            'Set by signing in and by registering. On https its name is `__Host-goldleaf_session`.',
        },
      },
      responses: {
        Refused: {
          description: 'Refused; the message is a sentence a person can act on',
          content: refusal,
        },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

export function openApiRoute(server: FastifyInstance, app: AppContext): void {
  const url = '/api/openapi.json';
  const headers = { 'cache-control': SHARED_FOR_A_MOMENT, 'x-content-type-options': 'nosniff' };
  server.get(url, async (request, reply) => {
    const page = await app.pages.render(url, async () => {
      const body = JSON.stringify(openApi(app.config.publicUrl));
      const source = { status: 200, contentType: 'application/json; charset=utf-8', body, headers };
      return { page: preparePage(source), kept: { share: 'page', versions: new Map() } };
    });
    return writePage(app.pages, page, request, reply);
  });
}
