/**
 * What a company's own role can be given: for each subject the actions, and the fields by which a rule may be narrowed. A new noun adds
 * its line here. What runs the company (members, roles, the plan, the company itself) stays with managers.
 */
import { species } from '../animals/species.ts'
import { formStatuses } from '../forms/statuses.ts'
import { locationTypes } from '../locations/locationTypes.ts'
import { submissionStatuses } from '../submissions/statuses.ts'
import { vehicleTypes } from '../vehicles/vehicleTypes.ts'

/** In a rule, the person themselves: `{user_id: 'me'}`. */
export const me = 'me'

/** The values of a field; 'person' is somebody's id, or 'me'. */
export type RuleField = readonly string[] | 'person'
export type Permission = {
  actions: readonly string[]
  /** By which fields a rule can be narrowed. A rule that creates cannot, unless `narrowsCreating`. */
  fields: Readonly<Record<string, RuleField>>
  narrowsCreating?: true
}

const changing = ['read', 'create', 'update', 'delete'] as const

export const permissions: Readonly<Record<string, Permission>> = {
  Location: { actions: changing, fields: { type: locationTypes }, narrowsCreating: true },
  Vehicle: { actions: changing, fields: { type: vehicleTypes }, narrowsCreating: true },
  AnimalGroup: { actions: changing, fields: { species }, narrowsCreating: true },
  Animal: { actions: changing, fields: { species }, narrowsCreating: true },
  Form: { actions: changing, fields: { status: formStatuses } },
  Submission: { actions: changing, fields: { user_id: 'person', status: submissionStatuses }, narrowsCreating: true },
  Task: { actions: changing, fields: {} },
  SentTask: { actions: ['read', 'complete', 'skip'], fields: { user_id: 'person' } },
  Member: { actions: ['read'], fields: {} },
  Invite: { actions: changing, fields: {} },
}
