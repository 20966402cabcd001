/**
 * Permissions: each noun has a `rules.ts` that says who may do what in a few readable lines. The same rules decide on the server,
 * become WHERE clauses of lists, and hide what a person may not do in the browser.
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

/** A rule of a company's own role, with the names of the wire. */
export type OwnRule = { action: string[]; subject: string; conditions?: Record<string, unknown> | undefined }

/** Allows actions ('manage' is all of them) on subjects, only where the row's columns meet the conditions. */
export type Allow = (actions: string | string[], subjects: string | string[], conditions?: Conditions) => void
/** Takes away what rules before it gave; for what admins of the platform may not do either. */
export type Forbid = (actions: string | string[], subjects: string | string[]) => void
export type Rules = (allow: Allow, actor: Actor, forbid: Forbid) => void

/** The ability of an actor under the rules of all nouns. An admin may do everything that no rule takes away. */
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

/** The rules as the browser gets them: conditions name the fields as they are on the wire. */
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

/** The ability that stored rules describe. */
export const abilityFrom = (rules: RawRule[]): Ability => createMongoAbility<Ability>(rules)

/** Whether the ability allows an action on this very row (or, without a row, on any row of the subject). */
export const allows = (ability: Ability, action: string, type: string, row?: object): boolean =>
  ability.can(action, row ? subject(type, { ...row }) : type)
