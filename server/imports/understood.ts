/** What the cells of some lines mean, as a reader's language shows it: a trial shows it beside the cells. */
import { formatsOf } from '#shared/lib/formats.ts'
import { Problem } from '#shared/lib/problem.ts'
import type { Context } from '../lib/context.ts'
import { namesOf } from './lookups.ts'
import { factsOf, meantBy, type Reading, readingOf, rowOf } from './portion.ts'
import { choiceLabel, labelOf, type RegisterField, wordOf } from './registerFields.ts'
import type { ImportRow, LineRow } from './table.ts'

type Understood = { field: string; cell: string; value: string | null }

/** By the numbers of the lines; a value is null where the cell means nothing to its field. */
export async function understoodIn(ctx: Context, row: ImportRow, lines: LineRow[]): Promise<Map<number, Understood[]>> {
  const reading = await readingOf(ctx, row, lines, await factsOf(ctx, row))
  const meant = lines.map(line => ({ line, values: valuesOf(reading, line) }))
  const names = new Map<string, Map<number, string>>()
  for (const { field } of reading.matched) {
    if (field.kind !== 'reference') continue
    const ids = meant.flatMap(({ values }) => values.get(field.name) ?? []).filter(value => typeof value === 'number')
    names.set(field.name, await namesOf(ctx, field.of, ids))
  }
  const t = ctx.services.texts(ctx.locale)
  const shown = (field: RegisterField, cell: string, value: unknown): string | null => {
    if (value === null) return null
    if (field.kind === 'reference') return names.get(field.name)?.get(Number(value)) ?? cell
    if (field.kind === 'choice') return choiceLabel(t, row.type, field.name, String(value))
    if (field.kind === 'flag') return t(`submissions.answers.${value ? 'yes' : 'no'}`)
    const formats = formatsOf(ctx.locale, 'UTC')
    if (field.kind === 'day') return formats.date(String(value))
    if (field.kind === 'number') return formats.number(Number(value), { maximumFractionDigits: 15 })
    return wordOf[field.name]?.shown(ctx.locale, String(value)) ?? String(value)
  }
  return new Map(
    meant.map(({ line, values }) => [
      line.number,
      reading.matched.flatMap(({ field, column }) => {
        const cell = line.cells[column] ?? ''
        if (cell === '') return []
        return [{ field: labelOf(t, row.type, field.name), cell, value: shown(field, cell, values.get(field.name)) }]
      }),
    ]),
  )
}

/** Null for a cell that means nothing, undefined for what an earlier line is to add. */
function valuesOf(reading: Reading, line: LineRow): Map<string, unknown> {
  const row = orNull(() => rowOf(reading, line)) ?? undefined
  return new Map(
    reading.matched.map(matched => [matched.field.name, orNull(() => meantBy(reading, matched, line, row))]),
  )
}

function orNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return null
  }
}
