import { z } from 'zod'
import { type Endpoint, isPaged, isRaw, siteHeader } from '#shared/lib/contract.ts'
import { maxAttachments } from '#shared/lib/fileKinds.ts'
import { PageMeta, Paging } from '#shared/lib/paging.ts'
import type { ProblemCode } from '#shared/lib/problem.ts'
import { isOpenAfterPlanEnd } from '../http/pipeline.ts'
import { problemsOf } from './problems.ts'
import type { Json, Shapes } from './shapes.ts'

/** What many calls take, said once. */
export const commonParameters = {
  ...Object.fromEntries(
    Object.entries(Paging.shape).map(([name, shape]) => {
      const { $schema, ...schema } = z.toJSONSchema(shape, { io: 'input' })
      return [name, { name, in: 'query', schema }]
    }),
  ),
  Lang: {
    name: 'lang',
    in: 'query',
    description: 'The language of messages, and of what the server words itself.',
    schema: { type: 'string', enum: ['en', 'hu', 'de', 'fr', 'ar'], default: 'en' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'Made by the client: the same key and body again get the first answer, and create nothing.',
    schema: { type: 'string', format: 'uuid' },
  },
  FormPin: {
    name: 'Form-Pin',
    in: 'header',
    description: 'Where the link of the form has a PIN.',
    schema: { type: 'string' },
  },
  SiteId: {
    name: siteHeader,
    in: 'header',
    description:
      'A location: shows what lies there and below. Records that are about others too, or about none, are left out. ' +
      'Ignored where the caller sees no such location.',
    schema: { type: 'integer', minimum: 1 },
  },
  CaseCode: {
    name: 'Case-Code',
    in: 'header',
    required: true,
    description:
      'The code of the case: 128 bits, as groups of letters and digits. The device of the reporter makes it.',
    schema: { type: 'string' },
  },
}

/**
 * One call. `names` are those of the path's parameters, in their order; `refuse` keeps a response and gives its
 * reference.
 */
export function describeCall(
  operationId: string,
  endpoint: Endpoint,
  names: string[],
  shapes: Shapes,
  refuse: (codes: ProblemCode[]) => Json,
): Json {
  const fields = shapes.fieldsOf(endpoint.input, 'input')
  const properties = (fields.properties ?? {}) as Record<string, Json>
  const required = new Set((fields.required as string[] | undefined) ?? [])
  const inPath = pathFields(endpoint)
  const others = Object.keys(properties).filter(field => !inPath.includes(field))
  const inQuery = endpoint.method === 'GET' ? others : []
  const inBody = endpoint.method === 'GET' ? [] : others
  return {
    operationId,
    tags: [operationId.split('.')[0]],
    summary: endpoint.summary,
    ...(endpoint.description && { description: endpoint.description }),
    'x-access': endpoint.access,
    ...(!isOpenAfterPlanEnd(endpoint) && { 'x-needs-plan': true }),
    ...(endpoint.access === 'anyone' && { security: [] }),
    parameters: [
      ...inPath.map((field, at) => ({
        name: names[at],
        in: 'path',
        required: true,
        ...(names[at] !== field && { description: `Here: \`${field}\`.` }),
        schema: properties[field],
      })),
      ...inQuery.map(name => pagingParameter(name, endpoint) ?? queryParameter(name, required, properties)),
      common('Lang'),
      ...(endpoint.bySite ? [common('SiteId')] : []),
      ...(takesKey(endpoint) ? [common('IdempotencyKey')] : []),
      ...(endpoint.isolation && endpoint.isolation !== 'platform' ? [common('FormPin')] : []),
      ...(endpoint.traceless ? [common('CaseCode')] : []),
    ],
    ...((inBody.length > 0 || endpoint.multipart) && {
      requestBody: bodyOf(endpoint, inBody.length === Object.keys(properties).length, shapes, {
        type: 'object',
        properties: Object.fromEntries(inBody.map(field => [field, properties[field]])),
        required: inBody.filter(field => required.has(field)),
      }),
    }),
    responses: {
      [endpoint.status ?? 200]: isNothing(endpoint)
        ? nothing
        : { description: 'OK', content: answerOf(endpoint, shapes) },
      ...Object.fromEntries([...problemsOf(endpoint)].map(([status, codes]) => [status, refuse(codes)])),
    },
  }
}

const queryParameter = (name: string, required: Set<string>, properties: Record<string, Json>): Json => ({
  ...{ name, in: 'query' },
  ...(required.has(name) && { required: true }),
  schema: properties[name],
})

/** What every list takes, where this one takes no other. */
function pagingParameter(name: string, { input }: Endpoint): Json | undefined {
  const ofLists: Record<string, unknown> = Paging.shape
  return name in ofLists && ofLists[name] === (input.shape as Json)[name] ? common(name) : undefined
}

const common = (name: string) => ({ $ref: `#/components/parameters/${name}` })
const takesKey = ({ status, access }: Endpoint) => status === 201 && access !== 'anyone'

/** The fields that the address carries, in their order. */
export const pathFields = ({ path }: Endpoint): string[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, field]) => field ?? '')

/** The draft by its name where it is the whole body, else the fields that are not in the address. */
function bodyOf({ input, multipart }: Endpoint, isWhole: boolean, shapes: Shapes, rest: Json): Json {
  if (!multipart) {
    const schema = isWhole ? shapes.schemaOf(input, 'input') : rest
    return { required: true, content: { 'application/json': { schema } } }
  }
  const file = { type: 'string', format: 'binary' }
  if (multipart === 'attachments') {
    const attachments = Object.fromEntries(
      Array.from({ length: maxAttachments }, (_, at) => [`attachments[${at}]`, file]),
    )
    const withFiles = { ...rest, properties: { ...(rest.properties as Json), ...attachments } }
    return {
      required: true,
      content: { 'application/json': { schema: rest }, 'multipart/form-data': { schema: withFiles } },
    }
  }
  const schema = {
    ...rest,
    properties: { ...(rest.properties as Json), file },
    required: [...(rest.required as string[]), 'file'],
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

const isNothing = ({ returns }: Endpoint) => !isPaged(returns) && !isRaw(returns) && returns instanceof z.ZodNull
const nothing = { $ref: '#/components/responses/Nothing' }

/** The answer of calls that have nothing to say, said once for all of them. */
export const nothingAnswered: Json = {
  description: 'OK',
  content: {
    'application/json': { schema: { type: 'object', properties: { data: { type: 'null' } }, required: ['data'] } },
  },
}

function answerOf({ returns }: Endpoint, shapes: Shapes): Json {
  if (isRaw(returns)) return { [returns.raw]: { schema: { type: 'string', format: 'binary' } } }
  const properties = isPaged(returns)
    ? {
        data: { type: 'array', items: shapes.schemaOf(returns.item, 'output') },
        meta: shapes.schemaOf(PageMeta, 'output'),
      }
    : { data: shapes.schemaOf(returns, 'output') }
  return { 'application/json': { schema: { type: 'object', properties, required: Object.keys(properties) } } }
}
