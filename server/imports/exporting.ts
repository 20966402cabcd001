/**
 * Registers as spreadsheets: the rows of a list, each portion behind the last row of the one before, with the words of
 * their choices and the names of what they point at.
 */

import type { FileAnswer } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { type Context, companyOf } from '../lib/context.ts'
import type { ModuleRoutes } from '../lib/http/routes.ts'
import { listFile } from '../lib/spreadsheets/listFile.ts'
import type { Cell } from '../lib/spreadsheets/rows.ts'
import { namedAtSite } from '../locations/queries.ts'
import { namesOf } from './lookups.ts'
import { choiceLabel, fieldsOf, idHeading, labelOf, registerContracts, wordOf } from './registerFields.ts'

type Wanted = { type: SubjectType; format: ExportFormat; filters: string }
type Listed = Record<string, unknown> & { id: number; status: { state: string } | null; last_checked_at: string | null }

/**
 * Sends what the register's own list gives for these filters. Throws what the list does for filters that it does not
 * know.
 */
export async function exportRegister(
  ctx: Context,
  calls: ModuleRoutes,
  { type, format, filters }: Wanted,
): Promise<FileAnswer> {
  const { subject, feature } = registry[type]
  if (!allows(ctx.ability, 'read', subject)) throw new Problem('forbidden')
  const { list } = registerContracts[type]
  const { handler } = calls.find(({ endpoint }) => endpoint === list) ?? {}
  if (!handler?.handle) throw new Error(`Nothing answers ${list.path}`)
  const read = handler.handle
  const t = ctx.services.texts(ctx.locale)
  const timeZone = await zoneOfCompany(ctx.db, companyOf(ctx))
  const clock = (moment: string) => localTime(new Date(moment), timeZone).replace('T', ' ')
  return listFile<Listed>(ctx, list, {
    ...{ format, filters, name: t(`${feature}.title`), filename: await namedAtSite(ctx, t(`${feature}.title`)) },
    headings: [
      ...fieldsOf(type).map(field => labelOf(t, type, field.name)),
      ...[t('subjects.state'), t('common.lastChecked'), idHeading],
    ],
    read: (query, within) => read(query as never, within, undefined as never) as Promise<{ data: Listed[] }>,
    cells: (rows, within) => cellsOf(within, type, rows, clock),
  })
}

async function cellsOf(
  ctx: Context,
  type: SubjectType,
  rows: Listed[],
  clock: (moment: string) => string,
): Promise<Cell[][]> {
  const t = ctx.services.texts(ctx.locale)
  const fields = fieldsOf(type)
  const names = new Map<string, Map<number, string>>()
  for (const field of fields)
    if (field.kind === 'reference')
      names.set(
        field.name,
        await namesOf(
          ctx,
          field.of,
          rows.flatMap(row => (row[field.name] as number | null) ?? []),
        ),
      )
  return rows.map(row => [
    ...fields.map((field): Cell => {
      const value = row[field.name]
      if (value === null || value === undefined) return null
      if (field.kind === 'reference') return names.get(field.name)?.get(Number(value)) ?? null
      if (field.kind === 'choice') return choiceLabel(t, type, field.name, String(value))
      if (field.kind === 'flag') return value ? 1 : 0
      if (typeof value === 'number') return value
      if (field.kind === 'day') return { day: String(value) }
      return wordOf[field.name]?.shown(ctx.locale, String(value)) ?? String(value)
    }),
    row.status && t(`submissions.subjectStates.${row.status.state}`),
    row.last_checked_at && { day: clock(row.last_checked_at) },
    row.id,
  ])
}
