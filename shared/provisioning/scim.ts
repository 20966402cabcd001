/**
 * SCIM 2.0 (RFC 7643 and 7644), by which an identity provider keeps the people of a company. Names, bodies and refusals
 * are the standard's, so these calls are served below /scim/v2 and are no part of /api (docs/decisions/0131-scim.md).
 */
import { z } from 'zod'
import { contract } from '../lib/contract.ts'
import { greatestWhole } from '../lib/fields.ts'

export const scimSchemas = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  schema: 'urn:ietf:params:scim:schemas:core:2.0:Schema',
  resourceType: 'urn:ietf:params:scim:schemas:core:2.0:ResourceType',
  config: 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig',
  list: 'urn:ietf:params:scim:api:messages:2.0:ListResponse',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  error: 'urn:ietf:params:scim:api:messages:2.0:Error',
} as const

/** How much a company's provider may keep here. */
export const scimBounds = { users: 5_000, groups: 200, membersAtOnce: 1_000, operations: 100, page: 200 }

const Text = z.string().max(500)
const Optional = Text.nullish()
/** Entra ID writes truth values as words. */
const Truth = z.union([z.boolean(), z.enum(['True', 'False', 'true', 'false'])])

const ScimName = z.object({
  formatted: Optional,
  familyName: Optional,
  givenName: Optional,
  middleName: Optional,
  honorificPrefix: Optional,
  honorificSuffix: Optional,
})

const ScimEmail = z.object({ value: z.string().max(254), type: Optional, primary: Truth.nullish(), display: Optional })

/** What the server alone says is ignored where a provider sends it back (RFC 7643, 2.2). */
const ofServer = {
  schemas: z.array(Text).max(20).optional(),
  id: Optional,
  meta: z.unknown().optional(),
  groups: z.unknown().optional(),
}

/** A person as a provider sends them; other attributes are ignored. */
export const ScimUserInput = z.object({
  ...ofServer,
  externalId: Optional,
  userName: z.string().min(1).max(254),
  name: ScimName.nullish(),
  displayName: Optional,
  emails: z.array(ScimEmail).max(20).nullish(),
  active: Truth.nullish(),
})
export type ScimUserInput = z.infer<typeof ScimUserInput>

const Member = z.object({ value: z.string().max(50), display: Optional, type: Optional, $ref: Optional })

export const ScimGroupInput = z.object({
  ...ofServer,
  externalId: Optional,
  displayName: z.string().min(1).max(254),
  members: z.array(Member).max(scimBounds.membersAtOnce).nullish(),
})
export type ScimGroupInput = z.infer<typeof ScimGroupInput>

const Meta = z.object({ resourceType: z.string(), created: z.string(), lastModified: z.string(), location: z.string() })

export const ScimUser = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  userName: z.string(),
  name: z.record(z.string(), z.string()).optional(),
  displayName: z.string().optional(),
  emails: z
    .array(z.object({ value: z.string(), type: z.string().optional(), primary: z.boolean().optional() }))
    .optional(),
  active: z.boolean(),
  groups: z.array(z.object({ value: z.string(), display: z.string(), $ref: z.string() })).optional(),
  meta: Meta,
})
export type ScimUser = z.infer<typeof ScimUser>

export const ScimGroup = z.object({
  schemas: z.array(z.string()),
  id: z.string(),
  externalId: z.string().optional(),
  displayName: z.string(),
  members: z.array(z.object({ value: z.string(), display: z.string(), $ref: z.string() })).optional(),
  meta: Meta,
})
export type ScimGroup = z.infer<typeof ScimGroup>

/** `attributes` and `excludedAttributes` of a query may leave out all but a resource's id. */
const shown = <Shape extends z.ZodRawShape>(resource: z.ZodObject<Shape>) => resource.partial()

const listOf = <Resource extends z.ZodType>(resource: Resource) =>
  z.object({
    schemas: z.array(z.string()),
    totalResults: z.int(),
    startIndex: z.int(),
    itemsPerPage: z.int(),
    Resources: z.array(resource),
  })

const whole = z.int().min(-greatestWhole).max(greatestWhole)
const Shown = z.object({
  attributes: z.string().max(1_000).optional(),
  excludedAttributes: z.string().max(1_000).optional(),
})
const Query = Shown.extend({
  filter: z.string().max(1_000).optional(),
  startIndex: whole.optional(),
  count: whole.optional(),
  sortBy: Text.optional(),
  sortOrder: Text.optional(),
})
/** A number of ours as text; any other is of nothing. */
const ResourceId = z.object({ id: z.string().max(100) })

const Operations = z.object({
  schemas: z.array(Text).max(20).optional(),
  Operations: z
    .array(z.object({ op: z.string().max(20), path: z.string().max(500).nullish(), value: z.unknown().optional() }))
    .min(1)
    .max(scimBounds.operations),
})
export type ScimOperation = z.infer<typeof Operations>['Operations'][number]

/** Only keys that provision may call, each in its own company; their rows are found across the isolation. */
const provisions = {
  access: ['provision', 'Member'],
  isolation: 'platform',
  keys: 'open',
  format: 'scim',
} as const
const described = z.looseObject({})

export const scim = contract({
  config: {
    summary: 'Say what this SCIM server can do',
    method: 'GET',
    path: '/scim/v2/ServiceProviderConfig',
    ...provisions,
    input: z.object({}),
    returns: described,
  },
  schemas: {
    summary: 'List the schemas',
    method: 'GET',
    path: '/scim/v2/Schemas',
    ...provisions,
    input: Query,
    returns: listOf(described),
  },
  schema: {
    summary: 'Describe a schema',
    method: 'GET',
    path: '/scim/v2/Schemas/:id',
    ...provisions,
    input: ResourceId,
    returns: described,
  },
  resourceTypes: {
    summary: 'List the kinds of resources',
    method: 'GET',
    path: '/scim/v2/ResourceTypes',
    ...provisions,
    input: Query,
    returns: listOf(described),
  },
  resourceType: {
    summary: 'Describe a kind of resources',
    method: 'GET',
    path: '/scim/v2/ResourceTypes/:id',
    ...provisions,
    input: ResourceId,
    returns: described,
  },
  users: {
    summary: 'List provisioned people',
    method: 'GET',
    path: '/scim/v2/Users',
    ...provisions,
    input: Query,
    returns: listOf(shown(ScimUser)),
  },
  user: {
    summary: 'Read a provisioned person',
    method: 'GET',
    path: '/scim/v2/Users/:id',
    ...provisions,
    input: ResourceId.extend(Shown.shape),
    returns: shown(ScimUser),
  },
  createUser: {
    summary: 'Provision a person',
    method: 'POST',
    path: '/scim/v2/Users',
    ...provisions,
    input: ScimUserInput,
    returns: ScimUser,
    status: 201,
  },
  replaceUser: {
    summary: 'Replace a provisioned person',
    method: 'PUT',
    path: '/scim/v2/Users/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: ScimUserInput.extend(ResourceId.shape),
    returns: ScimUser,
  },
  patchUser: {
    summary: 'Change a provisioned person',
    method: 'PATCH',
    path: '/scim/v2/Users/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: Operations.extend(ResourceId.shape),
    returns: ScimUser,
  },
  removeUser: {
    summary: 'Remove a provisioned person',
    method: 'DELETE',
    path: '/scim/v2/Users/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: ResourceId,
    returns: z.null(),
  },
  groups: {
    summary: 'List provisioned groups',
    method: 'GET',
    path: '/scim/v2/Groups',
    ...provisions,
    input: Query,
    returns: listOf(shown(ScimGroup)),
  },
  group: {
    summary: 'Read a provisioned group',
    method: 'GET',
    path: '/scim/v2/Groups/:id',
    ...provisions,
    input: ResourceId.extend(Shown.shape),
    returns: shown(ScimGroup),
  },
  createGroup: {
    summary: 'Provision a group',
    method: 'POST',
    path: '/scim/v2/Groups',
    ...provisions,
    input: ScimGroupInput,
    returns: ScimGroup,
    status: 201,
  },
  replaceGroup: {
    summary: 'Replace a provisioned group',
    method: 'PUT',
    path: '/scim/v2/Groups/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: ScimGroupInput.extend(ResourceId.shape),
    returns: ScimGroup,
  },
  patchGroup: {
    summary: 'Change a provisioned group',
    method: 'PATCH',
    path: '/scim/v2/Groups/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: Operations.extend(ResourceId.shape),
    returns: ScimGroup,
  },
  removeGroup: {
    summary: 'Remove a provisioned group',
    method: 'DELETE',
    path: '/scim/v2/Groups/:id',
    ...provisions,
    afterPlanEnd: 'open',
    input: ResourceId,
    returns: z.null(),
  },
})
