/** What SCIM clients ask first: what this server can do, and how its resources look (RFC 7643, 5 to 7). */
import { Problem } from '#shared/lib/problem.ts'
import { type scim, scimBounds, scimSchemas } from '#shared/provisioning/scim.ts'
import type { Handler } from '../lib/http/routes.ts'
import { listOf, scimAddress } from './resources.ts'

type Attribute = {
  name: string
  type?: string
  multiValued?: boolean
  description: string
  required?: boolean
  caseExact?: boolean
  mutability?: string
  uniqueness?: string
  referenceTypes?: string[]
  subAttributes?: Attribute[]
}

/** All characteristics of an attribute are said (RFC 7643, 7). */
const attribute = ({ type = 'string', ...own }: Attribute): object => ({
  ...{ type, multiValued: false, required: false, caseExact: false, mutability: 'readWrite', returned: 'default' },
  ...{ uniqueness: 'none' },
  ...own,
  ...(own.subAttributes && { subAttributes: own.subAttributes.map(attribute) }),
})

const externalId: Attribute = { name: 'externalId', description: 'The provider’s own id.', caseExact: true }
const text = (name: string, description: string): Attribute => ({ name, description })
const readOnly = { mutability: 'readOnly' }

const references = (name: string, description: string, kind: string, mutability: string): Attribute => ({
  ...{ name, type: 'complex', multiValued: true, description, mutability },
  subAttributes: [
    { name: 'value', description: 'Its id.', mutability: mutability === 'readOnly' ? 'readOnly' : 'immutable' },
    { name: 'display', description: 'Its name.', ...readOnly },
    { name: '$ref', type: 'reference', referenceTypes: [kind], description: 'Its address.', ...readOnly },
  ],
})

const schemas = [
  {
    id: scimSchemas.user,
    name: 'User',
    description: 'A person whom the provider brings into the company.',
    attributes: [
      { name: 'userName', description: 'Unique in the company.', required: true, uniqueness: 'server' },
      externalId,
      {
        ...{ name: 'name', type: 'complex', description: 'The parts of the name.' },
        subAttributes: [
          text('formatted', 'The whole name.'),
          text('familyName', 'The family name.'),
          text('givenName', 'The given name.'),
          text('middleName', 'The middle name.'),
          text('honorificPrefix', 'A title before the name.'),
          text('honorificSuffix', 'A title after the name.'),
        ],
      },
      text('displayName', 'The name that is shown.'),
      {
        ...{ name: 'emails', type: 'complex', multiValued: true, description: 'The primary one is invited.' },
        subAttributes: [
          text('value', 'The address.'),
          text('type', 'What it is for.'),
          { name: 'primary', type: 'boolean', description: 'Whether it is the one to write to.' },
        ],
      },
      { name: 'active', type: 'boolean', description: 'Whether the person may work in the company.' },
      references('groups', 'The groups that the person is in.', 'Group', 'readOnly'),
    ],
  },
  {
    id: scimSchemas.group,
    name: 'Group',
    description: 'A group of people. A manager of the company says which role it gives.',
    attributes: [
      { name: 'displayName', description: 'Unique in the company.', required: true, uniqueness: 'server' },
      externalId,
      references('members', 'Who is in the group.', 'User', 'readWrite'),
    ],
  },
].map(({ attributes, ...schema }) => ({ ...schema, attributes: (attributes as Attribute[]).map(attribute) }))

const kinds = [
  { id: 'User', endpoint: '/Users', schema: scimSchemas.user, description: 'People' },
  { id: 'Group', endpoint: '/Groups', schema: scimSchemas.group, description: 'Groups' },
]

const located = (base: string, folder: string, resourceType: string, id: string) => ({
  meta: { resourceType, location: `${base}/${folder}/${id}` },
})

const schemasAt = (base: string) =>
  schemas.map(schema => ({
    schemas: [scimSchemas.schema],
    ...schema,
    ...located(base, 'Schemas', 'Schema', schema.id),
  }))

const kindsAt = (base: string) =>
  kinds.map(kind => ({
    schemas: [scimSchemas.resourceType],
    name: kind.id,
    ...kind,
    ...located(base, 'ResourceTypes', 'ResourceType', kind.id),
  }))

/** Says what this server can do. */
export const getConfig: Handler<typeof scim.config> = (_, { services }) => ({
  schemas: [scimSchemas.config],
  documentationUri: services.address('/api/docs'),
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: scimBounds.page },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'API key',
      description: 'A key of the company whose access is SCIM, in the header Authorization: Bearer.',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${scimAddress(services)}/ServiceProviderConfig` },
})

/** Lists the schemas. */
export const getSchemas: Handler<typeof scim.schemas> = (query, { services }) => {
  const all = schemasAt(scimAddress(services))
  return listOf(query, all.length, all)
}

/** Describes a schema. */
export const getSchema: Handler<typeof scim.schema> = ({ id }, { services }) =>
  named(schemasAt(scimAddress(services)), id)

/** Lists the kinds of resources. */
export const getResourceTypes: Handler<typeof scim.resourceTypes> = (query, { services }) => {
  const all = kindsAt(scimAddress(services))
  return listOf(query, all.length, all)
}

/** Describes a kind of resources. */
export const getResourceType: Handler<typeof scim.resourceType> = ({ id }, { services }) =>
  named(kindsAt(scimAddress(services)), id)

function named<One extends { id: string }>(all: One[], id: string): One {
  const found = all.find(one => one.id === id)
  if (!found) throw new Problem('not_found')
  return found
}
