/**
 * Whether one ability reaches no further than another: each of its rules must be covered by one of the other's. What a rule covers is
 * compared field by field, as sets of values. It may call covered by two rules together "not contained", never the other way round.
 */
import type { Ability, RawRule } from '../lib/rules.ts'

/** Whether `inner` allows nothing that `outer` does not. Both must stand for the same person in the same company. */
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

/** The right to give others a right that one need not have. */
export const appointing = 'appoint'

const byWhatIsMeant = ['readerRoleIds', 'readerIds', 'checkerIds', 'approverIds', 'forGuests', 'reviewerIds']

const covers = (
  outer: Ability,
  action: string,
  subject: string,
  { conditions }: { conditions?: Conditions },
): boolean =>
  // Which forms somebody begins, which guides are for them and what they review, those say by the role or name; nothing is opened by it.
  action === 'fill' ||
  (conditions !== undefined && byWhatIsMeant.some(field => field in conditions)) ||
  // Whoever appoints people for something gives what they do not have themselves: cases.
  [action, appointing].some(one =>
    outer.rulesFor(one, subject).some(wider => !wider.inverted && narrows(conditions, wider.conditions)),
  )

/** Whether whatever meets `inner` meets `outer`. */
const narrows = (inner: Conditions, outer: Conditions): boolean =>
  Object.entries(outer ?? {}).every(([field, wider]) => {
    const narrower = (inner as Record<string, unknown> | undefined)?.[field]
    return narrower !== undefined && isWithin(valuesOf(narrower), valuesOf(wider))
  })

/** The values that a condition on one field lets through: these, or all but these. */
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
