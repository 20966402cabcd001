/**
 * Registers as spreadsheets: the rows of a list, each portion behind the last row of the one before, with the words of
 * their choices and the names of what they point at.
 */

import type { FileAnswer } from '#shared/lib/contract.ts'
import type { ExportFormat } from '#shared/lib/fileKinds.ts'
import { filenameOf } from '#shared/lib/filename.ts'
import { localTime } from '#shared/lib/localTime.ts'
import { Problem } from '#shared/lib/problem.ts'
import { allows } from '#shared/lib/rules.ts'
import { registry, type SubjectType } from '#shared/subjects/registry.ts'
import { zoneOfCompany } from '../companies/queries.ts'
import { fairnessKey } from '../lib/concurrency/fairnessKey.ts'
import { type Context, companyOf } from '../lib/context.ts'
import { type Database, inTurn } from '../lib/db/pools.ts'
import { readInput } from '../lib/http/requestInput.ts'
import type { ModuleRoutes } from '../lib/http/routes.ts'
import { type Cell, csvType, sheetFile } from '../lib/spreadsheets/rows.ts'
import { namesOf } from './lookups.ts'
import { choiceLabel, fieldsOf, idHeading, labelOf, registerContracts, wordOf } from './registerFields.ts'

type Wanted = { type: SubjectType; format: ExportFormat; filters: string }
type Listed = Record<string, unknown> & { id: number; status: { state: string } | null; last_checked_at: string | null }
type Page = { data: Listed[] }

const rowsAtOnce = 500

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
  const query = Object.fromEntries(new URLSearchParams(filters))
  const input = { ...readInput(list, { params: {}, query, fields: {}, body: {} }), page: 1, perPage: rowsAtOnce }
  const companyId = companyOf(ctx)
  const t = ctx.services.texts(ctx.locale)
  const tenant = { companyId, userId: ctx.actor.id }
  const reading = <T>(work: (db: Database) => Promise<T>) =>
    inTurn(ctx.services.pools, 'walled', fairnessKey(tenant, ctx.ip), tenant, false, work)
  const timeZone = await zoneOfCompany(ctx.db, companyId)
  const clock = (moment: string) => localTime(new Date(moment), timeZone).replace('T', ' ')
  async function* rows() {
    // By ids, so that a long list is as quick at its end as at its beginning.
    for (let behind = 0; ; ) {
      const some = await reading(async db => {
        const { data } = (await read({ ...input, behind } as never, { ...ctx, db }, undefined as never)) as Page
        return { last: data.at(-1), count: data.length, cells: await cellsOf({ ...ctx, db }, type, data, clock) }
      })
      yield some.cells
      if (!some.last || some.count < rowsAtOnce) return
      behind = some.last.id
    }
  }
  const name = t(`${feature}.title`)
  const headings = [
    ...fieldsOf(type).map(field => labelOf(t, type, field.name)),
    ...[t('subjects.state'), t('common.lastChecked'), idHeading],
  ]
  const content = () => sheetFile(format, { name, locale: ctx.locale, headings, rows: rows() })
  return async () => ({
    content: content(),
    filename: filenameOf(name, `.${format}`),
    ...(format === 'csv' && { contentType: csvType }),
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
