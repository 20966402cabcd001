/** The one permission table: the rules of all nouns. */
import { animalGroupRules } from './animal-groups/rules.ts'
import { animalRules } from './animals/rules.ts'
import { auditRules } from './audit/rules.ts'
import { workerRules } from './auth/rules.ts'
import { companyRules } from './companies/rules.ts'
import { formRules } from './forms/rules.ts'
import { inviteRules } from './invites/rules.ts'
import type { Actor } from './lib/actor.ts'
import { type Ability, buildAbility } from './lib/rules.ts'
import { locationRules } from './locations/rules.ts'
import { planRules } from './plans/rules.ts'
import { ownRoleRules, roleRules } from './roles/rules.ts'
import { submissionRules } from './submissions/rules.ts'
import { taskRules } from './tasks/rules.ts'
import { userRules } from './users/rules.ts'
import { vehicleRules } from './vehicles/rules.ts'

const rules = [
  companyRules,
  locationRules,
  vehicleRules,
  animalGroupRules,
  animalRules,
  formRules,
  submissionRules,
  taskRules,
  inviteRules,
  planRules,
  roleRules,
  ownRoleRules,
  workerRules,
  userRules,
  auditRules,
]

/** What this actor may do. Whoever has a company's own role may do what its rules say, and what every member may. */
export const abilityOf = (actor: Actor): Ability =>
  buildAbility(rules, actor.ownRules ? { ...actor, isManager: false, isEmployee: false } : actor)
