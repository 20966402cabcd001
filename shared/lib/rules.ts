/**
 * Permissions: each feature's `rules.ts` states in a few lines who may do what. The same rules decide on the server,
 * become WHERE clauses of lists, and hide actions in the browser.
 */
import {
  AbilityBuilder,
  createMongoAbility,
  type MongoAbility,
  type MongoQuery,
  type RawRuleOf,
  subject,
} from '@casl/ability'
import type { Actor } from './actor.ts'
import { snakeCase } from './casing.ts'

export type Ability = MongoAbility
export type RawRule = RawRuleOf<Ability>
export type Conditions = MongoQuery

/** Allows actions ('manage' means all) on subjects whose columns meet the conditions. */
export type Allow = (actions: string | string[], subjects: string | string[], conditions?: Conditions) => void
/** Revokes what earlier rules gave, even from the platform's administrators. */
export type Forbid = (actions: string | string[], subjects: string | string[]) => void
export type Rules = (allow: Allow, actor: Actor, forbid: Forbid) => void

/**
 * Builds the ability of an actor from the rules of all features. An administrator may do everything that no rule
 * revokes.
 */
export function buildAbility(rules: readonly Rules[], actor: Actor): Ability {
  const { can, cannot, build } = new AbilityBuilder<Ability>(createMongoAbility)
  if (actor.isAdmin) can('manage', 'all')
  for (const rule of rules)
    rule(
      (actions, subjects, conditions) => can(actions, subjects, conditions),
      actor,
      (actions, subjects) => cannot(actions, subjects),
    )
  return build()
}

/** Rules for the browser, whose conditions use the names of the wire. */
export function wireRules(ability: Ability): Record<string, unknown>[] {
  return ability.rules.map(rule => ({
    ...rule,
    ...(rule.conditions && {
      conditions: Object.fromEntries(
        Object.entries(rule.conditions).map(([field, value]) => [snakeCase(field), value]),
      ),
    }),
  }))
}

/** Builds the ability of stored rules. */
export const abilityFrom = (rules: RawRule[]): Ability => createMongoAbility<Ability>(rules)

/** Tells whether the ability allows an action on this row (or, without a row, on any row of the subject). */
export const allows = (ability: Ability, action: string, type: string, row?: object): boolean =>
  ability.can(action, row ? subject(type, { ...row }) : type)
