import type { RegisterType } from '#shared/forms/registerTypes.ts'
import { compareIn } from '#shared/lib/alphabet.ts'
import type { Locale } from '#shared/lib/language.ts'
import { normalizeIdentifier } from '#shared/lib/searching.ts'

/**
 * `mark` is what else it is known by, such as the ear tag or the plate, `marks` are the others that an animal has;
 * `groupId` the group of an animal, `placeId` the place that it is in, `heldUntil` the day until which something of it
 * must not be sold.
 */
export type RegisterName = {
  id: number
  name: string
  mark?: string
  groupId?: number
  placeId?: number
  heldUntil?: string
  marks?: string[]
}

export type ReadRow<Type extends RegisterType = RegisterType> = RegisterName & { type: Type }

/**
 * Sorts names by a language, with those that came or changed since, and drops those that have no name any more. Names
 * that are in order already are not sorted again, so few changes among many names cost little.
 */
export function withChanges(
  names: readonly RegisterName[],
  changes: readonly RegisterName[],
  locale: Locale,
): RegisterName[] {
  const compare = compareIn(locale)
  const changed = new Set(changes.map(({ id }) => id))
  const others = names.filter(({ id }) => !changed.has(id))
  const sorted = changes.filter(({ name }) => name !== '').sort((one, other) => compare(one.name, other.name))
  const merged: RegisterName[] = []
  let from = 0
  for (const one of sorted) {
    let until = from
    for (let end = others.length; until < end; ) {
      const middle = (until + end) >> 1
      if (compare(others[middle]?.name ?? '', one.name) <= 0) until = middle + 1
      else end = middle
    }
    for (; from < until; from++) merged.push(others[from] as RegisterName)
    merged.push(one)
  }
  for (; from < others.length; from++) merged.push(others[from] as RegisterName)
  return merged
}

// What a reader of ear tags and labels types into a field, with Enter behind it.

/** The one row that is known by this mark, else by this name; none where two are. */
export function findByMark(names: readonly RegisterName[], read: string): RegisterName | undefined {
  const wanted = normalizeIdentifier(read)
  if (wanted === '') return undefined
  const marked = names.filter(({ mark = '', marks = [] }) =>
    [mark, ...marks].some(one => normalizeIdentifier(one) === wanted),
  )
  const found = marked.length > 0 ? marked : names.filter(({ name }) => normalizeIdentifier(name) === wanted)
  return found.length === 1 ? found[0] : undefined
}
