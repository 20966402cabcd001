/** The subjects that the step before a form offers: found by name, by a code, and near in the tree of locations. */

import { foldedText, textHolds } from '#shared/lib/searching.ts'
import { registry, type SubjectType, subjectTypes } from '#shared/subjects/registry.ts'
import type { RegisterName } from '../../answers/registerRows.ts'

export type Offered = RegisterName & { type: SubjectType }

const isIn = (inside: Offered, outside: Offered): boolean =>
  (outside.type === 'location' && inside.placeId === outside.id) ||
  (outside.type === 'animal_group' && inside.groupId === outside.id)

/** Its parts, its whole, and the other parts of that whole. */
export const nearby = (offered: readonly Offered[], one: Offered): Offered[] =>
  offered.filter(
    other =>
      !isSame(other, one) &&
      (isIn(other, one) ||
        isIn(one, other) ||
        (one.placeId !== undefined && other.placeId === one.placeId) ||
        (one.groupId !== undefined && other.groupId === one.groupId)),
  )

export const isSame = (one: Pick<Offered, 'type' | 'id'>, other: Pick<Offered, 'type' | 'id'>): boolean =>
  one.type === other.type && one.id === other.id

/** By a part of its name or of its mark, as people write them. */
export function matching(offered: readonly Offered[], search: string): Offered[] {
  return offered.filter(({ name, mark }) => textHolds(name, search) || (mark && textHolds(mark, search)))
}

/** What a label or a tag means: an ear tag or a plate as it is written on it, or the address of a page here. */
export function meantBy(offered: readonly Offered[], code: string): Offered | undefined {
  const page = subjectTypes
    .map(type => ({ type, id: new RegExp(`${registry[type].path}/(\\d+)(?:[/?#]|$)`).exec(code)?.[1] }))
    .find(({ id }) => id !== undefined)
  if (page) return offered.find(one => isSame(one, { type: page.type, id: Number(page.id) }))
  const wanted = bare(code)
  return (
    offered.find(({ mark = '', marks = [] }) => [mark, ...marks].some(one => one !== '' && bare(one) === wanted)) ??
    offered.find(({ name }) => bare(name) === wanted)
  )
}

/** Spaces and dashes differ between a tag and the register. */
const bare = (text: string) => foldedText(text).replace(/[\s\-./]/g, '')
