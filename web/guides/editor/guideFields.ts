/**
 * A guide that is being written, as flat fields (`title.en`, `body.hu`, `category`). They are changed, sent, stored and
 * merged one by one, so each language is its own.
 */
import type { GuideContent, GuideDetail } from '#shared/guides/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { merge3 } from '#shared/lib/merge3.ts'
import type { WorkingCopy } from '../../lib/Autosave.ts'
import { inTab, isRecord, storedJson } from '../../lib/storage.ts'

export type Settings = Pick<GuideDetail, (typeof settings)[number]>
export type Fields = Record<string, unknown>

const settings = [
  'category',
  'position',
  'reader_role_ids',
  'for_guests',
  'must_read',
  'owner_id',
  'review_on',
  'reader_ids',
  'checker_ids',
  'approver_ids',
] as const satisfies (keyof GuideDetail)[]

/** The fields of a guide as the server has it. */
export function fieldsOf(guide: GuideDetail, draft: GuideContent): Fields {
  const texts = locales.flatMap(locale => [
    [`title.${locale}`, draft.title[locale] ?? ''],
    [`body.${locale}`, draft.body[locale] ?? ''],
  ])
  return Object.fromEntries([...texts, ...settings.map(name => [name, guide[name]])])
}

const textsOf = (fields: Fields, kind: 'title' | 'body') =>
  Object.fromEntries(
    locales.flatMap(locale => {
      const text = fields[`${kind}.${locale}`]
      return typeof text === 'string' && text !== '' ? [[locale, text]] : []
    }),
  )

export const settingsOf = (fields: Fields) =>
  Object.fromEntries(settings.map(name => [name, fields[name]])) as unknown as Settings

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields in which two differ. */
export const changedFields = (before: Fields, after: Fields): string[] =>
  Object.keys(after).filter(name => !isSame(before[name], after[name]))

/** What a call sends of the changed fields; texts go with all their languages. */
export function changesOf(before: Fields, after: Fields) {
  const changed = changedFields(before, after)
  const has = (kind: string) => changed.some(name => name.startsWith(`${kind}.`))
  const chosen = settings.filter(name => changed.includes(name)).map(name => [name, after[name]])
  return {
    ...(has('title') && { title: textsOf(after, 'title') }),
    ...(has('body') && { body: textsOf(after, 'body') }),
    ...(Object.fromEntries(chosen) as Partial<Settings>),
  }
}

/** Merges the fields that two people changed; `conflicting` are those that both changed, where mine stays. */
export function mergeFields({ base, mine, theirs }: { base: Fields; mine: Fields; theirs: Fields }) {
  const { taken, conflicting } = merge3({ base, mine, theirs, isSame })
  return { content: { ...mine, ...Object.fromEntries(taken) }, conflicting }
}

/** The unsent copy that an earlier visit left in this tab, or null. Earlier versions called the content fields. */
export const storedGuide = (userId: number, guideId: number) =>
  storedJson(inTab, `tend_guide_${userId}_${guideId}`, kept => {
    if (!isRecord(kept) || !isRecord(kept.base)) return null
    const { base, content = kept.fields } = kept
    return { base: { content: base.fields, ...base }, content } as WorkingCopy<Fields>
  })
