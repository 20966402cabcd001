/** The one permission table: the rules of all nouns. */
import { animalGroupRules } from './animal-groups/rules.ts'
import { animalRules } from './animals/rules.ts'
import { companyRules } from './companies/rules.ts'
import { formRules } from './forms/rules.ts'
import type { Actor } from './lib/actor.ts'
import { type Ability, buildAbility } from './lib/rules.ts'
import { locationRules } from './locations/rules.ts'
import { submissionRules } from './submissions/rules.ts'
import { taskRules } from './tasks/rules.ts'

const rules = [companyRules, locationRules, animalGroupRules, animalRules, formRules, submissionRules, taskRules]

/** What this actor may do. */
export const abilityOf = (actor: Actor): Ability => buildAbility(rules, actor)
