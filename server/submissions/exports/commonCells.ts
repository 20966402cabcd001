/** The cells that every submission has, whatever its form asks. */

import type { ExportValues } from '#shared/exports/options.ts'
import type { Answers } from '#shared/forms/answers/answers.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { defaultLocale, type Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { localTime } from '#shared/lib/localTime.ts'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import type { Cell } from '../../lib/spreadsheets/rows.ts'

/** A submission as the database writes it. */
export type ReadRow = {
  id: number
  uuid: string
  form_id: number
  form_version_id: number
  number: number
  name: LocalizedText
  status: string
  user_id: number | null
  written_by: string | null
  contact: string | null
  started_at: string
  completed_at: string | null
  received_at: string | null
  score_percent: number | null
  band: string | null
  critical_failed: number
  review_state: string | null
  updated_at: string
  answers: Answers
}

type Saying = { values: ExportValues; locale: Locale; zone: string; texts: Record<string, string> }
type Named = { people: Map<number, string>; subjects: Map<number, NamedSubject[]> }

export function commonCells(
  row: ReadRow,
  { people, subjects }: Named,
  { values, locale, zone, texts }: Saying,
): Record<string, Cell> {
  const inWords = values === 'labels'
  const time = (moment: string | null): Cell =>
    moment && (inWords ? { day: clockOf(zone)(new Date(moment)) } : new Date(moment).toISOString())
  const text = (key: string | null, group: string): Cell => (key && inWords ? (texts[`${group}.${key}`] ?? key) : key)
  const about = subjects.get(row.id) ?? []
  const { id, uuid, form_id, user_id, critical_failed } = row
  return {
    ...{ id, uuid, form_id, user_id, critical_failed },
    form: textIn(row.name, locale, defaultLocale).text,
    version: row.number,
    status: text(row.status, 'submissions.states'),
    person: row.written_by ?? (user_id === null ? row.contact : (people.get(user_id) ?? '')),
    subjects: about.map(({ type, id: of, name }) => (inWords ? name : `${type}:${of}`)).join(inWords ? ', ' : ' '),
    started_at: time(row.started_at),
    completed_at: time(row.completed_at),
    received_at: time(row.received_at),
    score_percent: row.score_percent,
    band: text(row.band, 'submissions.pdf'),
    review_state: text(row.review_state, 'reviews.states'),
    updated_at: time(row.updated_at),
  }
}

/** 2026-11-20 10:42, which every program reads as a time. */
const clockOf = (timeZone: string) => (moment: Date) => localTime(moment, timeZone).replace('T', ' ')
