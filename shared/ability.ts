/** The permission table: rules of all features, and the rights that each offers to custom roles. */

import { fileRules, keyRules, userRules, workerRules } from './accounts/rules.ts'
import { animalEventRules, permissions as ofAnimalEvents } from './animal-events/rules.ts'
import { animalGroupRules, animalRules, permissions as ofAnimals } from './animals/rules.ts'
import { auditRules } from './audit/rules.ts'
import { caseRules, permissions as ofCases } from './cases/rules.ts'
import { certificateRules } from './certificates/rules.ts'
import { planRules } from './companies/planRules.ts'
import {
  companyRules,
  inviteRules,
  permissions as ofCompanies,
  invitePermissions as ofInvites,
  ownRoleRules,
  roleRules,
} from './companies/rules.ts'
import { findingRules, permissions as ofFindings } from './findings/rules.ts'
import { formRules, permissions as ofForms } from './forms/rules.ts'
import { guideRules, permissions as ofGuides } from './guides/rules.ts'
import type { Actor } from './lib/actor.ts'
import { LruMap } from './lib/LruMap.ts'
import type { Permissions } from './lib/roles.ts'
import { type Ability, buildAbility } from './lib/rules.ts'
import { locationRules, permissions as ofLocations } from './locations/rules.ts'
import { messagingRules, permissions as ofMessaging } from './messaging/rules.ts'
import { notificationRules } from './notifications/rules.ts'
import { passRules } from './passes/rules.ts'
import { provisionerRules, provisioningRules } from './provisioning/rules.ts'
import { permissions as ofReports, reportRules } from './reports/rules.ts'
import { shareRules } from './shares/rules.ts'
import { permissions as ofSubmissions, submissionRules } from './submissions/rules.ts'
import { permissions as ofTasks, taskRules } from './tasks/rules.ts'
import { permissions as ofVehicleLog, vehicleLogRules } from './vehicle-log/rules.ts'
import { permissions as ofVehicles, vehicleRules } from './vehicles/rules.ts'
import { listViewRules } from './views/rules.ts'

const rules = [
  companyRules,
  locationRules,
  vehicleRules,
  certificateRules,
  vehicleLogRules,
  animalGroupRules,
  animalRules,
  animalEventRules,
  fileRules,
  formRules,
  submissionRules,
  findingRules,
  taskRules,
  inviteRules,
  planRules,
  roleRules,
  ownRoleRules,
  workerRules,
  keyRules,
  provisioningRules,
  userRules,
  auditRules,
  messagingRules,
  guideRules,
  reportRules,
  shareRules,
  passRules,
  notificationRules,
  listViewRules,
  // The last rule revokes what others give.
  caseRules,
]

const abilities = new LruMap<string, Ability>(500)

/**
 * Ability of an actor. A custom role has its own rules and those of every member. Cached per actor, but built each time
 * for guests, whose access ends with time.
 */
export function abilityOf(actor: Actor): Ability {
  if (actor.isGuest) return built(actor)
  // Rules ask whether somebody works in the whole company; which part it is, or at which site they look, decide the
  // policies of the rows.
  const key = JSON.stringify({ ...actor, reach: !actor.reach, site: null })
  const known = abilities.get(key)
  if (known) return known
  const ability = built(actor)
  abilities.set(key, ability)
  return ability
}

const built = (actor: Actor): Ability =>
  buildAbility(
    actor.provisions ? [provisionerRules] : rules,
    actor.ownRules ? { ...actor, isManager: false, isCompanyManager: false, isEmployee: false } : actor,
  )

const offered = {
  ...ofLocations,
  ...ofVehicles,
  ...ofVehicleLog,
  ...ofAnimals,
  ...ofAnimalEvents,
  ...ofForms,
  ...ofGuides,
  ...ofSubmissions,
  ...ofReports,
  ...ofFindings,
  ...ofTasks,
  ...ofCompanies,
  ...ofInvites,
  ...ofMessaging,
  ...ofCases,
}

/**
 * Rights that a custom role can be given: actions per subject, and the fields by which a rule can be narrowed, in
 * display order. Running the company (members, roles, plan, company) stays with managers.
 */
export const permissions: Permissions = offered
export type PermissionSubject = keyof typeof offered
export const permissionSubjects = Object.keys(offered) as PermissionSubject[]
