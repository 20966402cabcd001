import { filenameOf } from '#shared/lib/filename.ts'
import { localDay } from '#shared/lib/localTime.ts'
import type { Plan } from './plan.ts'

export const csvType = 'text/csv; charset=utf-8'

/** `Barn check 2026-11-20.xlsx`: the form, or all submissions, and the day. */
export function exportName({ sheets, reader, zone }: Plan, ending: string): string {
  const [sheet] = sheets
  const forms = new Set(sheets.map(({ formId }) => formId))
  const name = (forms.size === 1 && sheet?.name) || sheet?.texts['submissions.title'] || ''
  return fileNameOf(name, { now: reader.now, zone }, ending)
}

export function fileNameOf(name: string, { now, zone }: { now: Date; zone: string }, ending: string): string {
  const day = localDay(now, zone)
  return filenameOf(name, ` ${day}.${ending}`)
}
