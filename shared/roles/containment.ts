/**
 * Tells whether one ability reaches no further than another: each of its rules must be covered by one rule of the
 * other. Conditions are compared field by field, as sets of values. A rule that two rules cover together is called not
 * contained, never the other way round.
 */
import type { Ability, RawRule } from '../lib/rules.ts'

/** Tells whether `inner` allows nothing that `outer` does not. Both must be for the same person in the same company. */
export function isContained(inner: Ability, outer: Ability): boolean {
  return inner.rules.every(
    rule =>
      rule.inverted ||
      [rule.action]
        .flat()
        .every(action => [rule.subject].flat().every(subject => covers(outer, action, `${subject}`, rule))),
  )
}

type Conditions = RawRule['conditions']

/** The right to give others a right that one lacks. */
export const appointing = 'appoint'

const byWhatIsMeant = ['readerRoleIds', 'readerIds', 'checkerIds', 'approverIds', 'forGuests', 'reviewerIds']

const covers = (
  outer: Ability,
  action: string,
  subject: string,
  { conditions }: { conditions?: Conditions },
): boolean =>
  // Forms, guides and reviews name roles or people themselves; these rules open nothing.
  action === 'fill' ||
  (conditions !== undefined && byWhatIsMeant.some(field => field in conditions)) ||
  // Appointing gives a right that the appointer lacks: cases.
  [action, appointing].some(one =>
    outer.rulesFor(one, subject).some(wider => !wider.inverted && narrows(conditions, wider.conditions)),
  )

/** Tells whether everything that meets `inner` meets `outer`. */
const narrows = (inner: Conditions, outer: Conditions): boolean =>
  Object.entries(outer ?? {}).every(([field, wider]) => {
    const narrower = (inner as Record<string, unknown> | undefined)?.[field]
    return narrower !== undefined && isWithin(valuesOf(narrower), valuesOf(wider))
  })

/** Values that a condition on one field admits: these, or all except these. */
type Values = { only: unknown[] } | { allBut: unknown[] }

function valuesOf(condition: unknown): Values {
  if (typeof condition !== 'object' || condition === null) return { only: [condition] }
  const { $eq, $ne, $in } = condition as { $eq?: unknown; $ne?: unknown; $in?: unknown[] }
  if ($in) return { only: $in }
  return $ne === undefined ? { only: [$eq] } : { allBut: [$ne] }
}

function isWithin(inner: Values, outer: Values): boolean {
  if ('only' in inner)
    return inner.only.every(value => ('only' in outer ? outer.only.includes(value) : !outer.allBut.includes(value)))
  return 'allBut' in outer && outer.allBut.every(value => inner.allBut.includes(value))
}
