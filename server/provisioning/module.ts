import { provisioning } from '#shared/provisioning/contract.ts'
import { scim } from '#shared/provisioning/scim.ts'
import { inviteAccepted } from '../companies/ports.ts'
import { routes } from '../lib/http/routes.ts'
import { on } from '../lib/ports.ts'
import type { Module } from '../module.ts'
import {
  createGroup,
  deleteGroup,
  getGroup,
  getGroups,
  getProvisioning,
  mapGroup,
  patchGroup,
  replaceGroup,
} from './groups.ts'
import { linkNewcomer } from './membership.ts'
import { getConfig, getResourceType, getResourceTypes, getSchema, getSchemas } from './schemas.ts'
import { provisioningIsolation } from './table.ts'
import {
  createUser,
  deleteUser,
  getUser,
  getUsers,
  patchUser,
  prepareChange,
  prepareUser,
  replaceUser,
} from './users.ts'

const scimRoutes = routes(scim, {
  config: getConfig,
  schemas: getSchemas,
  schema: getSchema,
  resourceTypes: getResourceTypes,
  resourceType: getResourceType,
  users: getUsers,
  user: getUser,
  createUser: { prepare: prepareUser, handle: createUser },
  replaceUser: { prepare: prepareChange, handle: replaceUser },
  patchUser: { prepare: prepareChange, handle: patchUser },
  removeUser: deleteUser,
  groups: getGroups,
  group: getGroup,
  createGroup: createGroup,
  replaceGroup: replaceGroup,
  patchGroup: patchGroup,
  removeGroup: deleteGroup,
})

const provisioningRoutes = routes(provisioning, { get: getProvisioning, mapGroup })

/** Who accepted the invitation of a provisioned address is the person whom the provider means. */
const whoJoined = on(inviteAccepted, (ctx, { companyId, userId, email }) =>
  linkNewcomer(ctx, companyId, userId, email.toLowerCase()),
)

export const provisioningModule: Module = {
  isolation: provisioningIsolation,
  routes: [...scimRoutes, ...provisioningRoutes],
  listeners: [whoJoined],
}
