/**
 * What a company's own role can be given: for each subject the actions, and the fields by which a rule may be narrowed. A new noun adds
 * its line here. What runs the company (members, roles, the plan, the company itself) stays with managers.
 */
import { species } from '../animals/species.ts'
import { formStatuses } from '../forms/statuses.ts'
import { locationTypes } from '../locations/locationTypes.ts'
import { submissionStatuses } from '../submissions/statuses.ts'
import { priorities } from '../tasks/priorities.ts'

/** In a rule, the person themselves: `{user_id: 'me'}`. */
export const me = 'me'

/** The values of a field; 'person' is somebody's id, or 'me'. */
export type RuleField = readonly string[] | 'person'
export type Permission = { actions: readonly string[]; fields: Readonly<Record<string, RuleField>> }

const changing = ['read', 'create', 'update', 'delete'] as const

export const permissions = {
  Location: { actions: changing, fields: { type: locationTypes } },
  AnimalGroup: { actions: changing, fields: { species } },
  Animal: { actions: changing, fields: { species } },
  Form: { actions: changing, fields: { status: formStatuses } },
  Submission: { actions: changing, fields: { user_id: 'person', status: submissionStatuses } },
  Task: { actions: changing, fields: { priority: priorities } },
  SentTask: { actions: ['read', 'complete', 'skip'], fields: { user_id: 'person' } },
  Member: { actions: ['read'], fields: {} },
  Invite: { actions: changing, fields: {} },
} as const satisfies Record<string, Permission>

export type PermissionSubject = keyof typeof permissions
