/** What managers decide about the groups that an identity provider keeps here by SCIM. */
import { z } from 'zod'
import { ReachInput } from '../companies/contract.ts'
import { contract } from '../lib/contract.ts'
import { Id, Time } from '../lib/fields.ts'
import { roles } from '../lib/roles.ts'

export const ProvisionedGroup = z
  .object({
    id: Id,
    name: z.string(),
    member_count: z.int(),
    /** Null: the group gives nothing. */
    role_id: z.int().nullable(),
    role_name: z.string().nullable(),
    /** Null: the whole company. */
    reach: ReachInput.nullable(),
    updated_at: Time,
  })
  .meta({ id: 'ProvisionedGroup' })
export type ProvisionedGroup = z.infer<typeof ProvisionedGroup>

export const provisioning = contract({
  get: {
    summary: 'Read what a company’s identity provider keeps here',
    description: 'The address for SCIM, how many people came by it, and its groups with their roles.',
    problems: ['not_found'],
    method: 'GET',
    path: '/company/:id/provisioning',
    access: ['manage', 'ProvisionedGroup'],
    isolation: 'platform',
    input: z.object({ id: Id }),
    returns: z.object({ address: z.string(), people: z.int(), groups: z.array(ProvisionedGroup) }),
  },
  mapGroup: {
    summary: 'Say which role a provisioned group gives',
    description:
      'Its people get the role and the places at once. Of several groups the one with the highest role decides; ' +
      'groups with the same role add their places. Null gives nothing.',
    problems: ['role_above_own', 'last_manager', 'plan_limit_reached'],
    method: 'PUT',
    path: '/company/:id/provisioning/group/:provisioned_group_id',
    access: ['manage', 'ProvisionedGroup'],
    isolation: 'platform',
    input: z.object({
      id: Id,
      provisioned_group_id: Id,
      role_id: z.int().min(roles.manager).max(roles.guest).nullable(),
      reach: ReachInput.nullable(),
    }),
    returns: ProvisionedGroup,
  },
})
