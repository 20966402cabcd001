/** Yields the bytes of an export; one batch of rows is in memory at a time. */
import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import { isQuestion, placedElements } from '#shared/forms/elements.ts'
import { contentOf } from '#shared/forms/tables/contents.ts'
import { wire } from '#shared/lib/casing.ts'
import type { Locale } from '#shared/lib/language.ts'
import { Problem } from '#shared/lib/problem.ts'
import { files } from '../../files/table.ts'
import { forms, formVersions } from '../../forms/table.ts'
import { loadTables } from '../../forms/tables/queries.ts'
import { inThread } from '../../lib/concurrency/threads.ts'
import type { Database } from '../../lib/db/pools.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { asPieces, type Deflated, type Entry, storedPiece, zipOf } from '../../lib/files/zip.ts'
import { around, sheetPath, workbookParts } from '../../lib/spreadsheets/rows.ts'
import { subjectsOf } from '../../subjects/queries.ts'
import { peopleOf } from '../listQueries.ts'
import { submissionSubjects, submissions } from '../table.ts'
import { folderOf, labelsKey, pathsOf, type TableLabels, type UsedVersion } from './columns.ts'
import { type Plan, reading, type Sheet } from './plan.ts'
import type { Batch, RowsWritten, ToWrite } from './rowsThread.ts'

/** Hears of each batch that is done, with its rows; throwing ends the export. */
type Progress = (rows: number) => Promise<void>

export type Wanted = { withFiles: boolean; progress: Progress }
const thread = new URL('./rowsThread.ts', import.meta.url)
/** The rows that spreadsheet programs accept in one sheet. */
const maxLines = 1_048_576

/** Yields a sheet in pieces, each with the size of the whole so far. */
async function* sheetPieces(
  plan: Plan,
  sheet: Sheet,
  { withFiles, progress }: Wanted,
  packed: boolean,
): AsyncGenerator<Deflated> {
  const { name, formId, rows: _, ...own } = sheet
  const sofar = { lines: 0, size: 0, crc: 0 }
  const write = async (batch: ToWrite['batch'], ends: { isFirst: boolean; isLast: boolean }) => {
    const wanted: ToWrite = { plan: own, batch, sofar: { ...sofar }, packed, ...ends }
    const { lines, bytes, size, crc } = await inThread<ToWrite, RowsWritten>(
      'rows',
      `company ${plan.reader.companyId}`,
      thread,
      wanted,
    )
    if (sheet.format === 'xlsx' && lines > maxLines) throw new Problem('too_large')
    Object.assign(sofar, { lines, size, crc })
    return { bytes, size, crc }
  }
  // Something is sent at once, before a thread has started.
  const before = Buffer.from(around[sheet.format].before)
  const beginning = packed
    ? storedPiece(before, sofar)
    : { bytes: before, size: sofar.size + before.byteLength, crc: 0 }
  sofar.size = beginning.size
  sofar.crc = beginning.crc
  yield beginning
  yield await write(null, { isFirst: true, isLast: false })
  for await (const batch of batchesOf(plan, sheet, withFiles)) {
    yield await write(batch, { isFirst: false, isLast: false })
    await progress(batch.count)
  }
  yield await write(null, { isFirst: false, isLast: true })
}

/** One table as text. */
export async function* csvOf(plan: Plan, sheet: Sheet, wanted: Wanted): AsyncGenerator<Uint8Array> {
  for await (const { bytes } of sheetPieces(plan, sheet, wanted, false)) yield bytes
}

/** A workbook with all sheets. */
export const workbookOf = (plan: Plan, wanted: Wanted): AsyncGenerator<Uint8Array> =>
  zipOf(workbookEntries(plan, wanted))

async function* workbookEntries(plan: Plan, wanted: Wanted): AsyncGenerator<Entry> {
  const modified = plan.reader.now
  for (const [name, text] of Object.entries(workbookParts(plan.sheets.map(({ name }) => name))))
    yield { name, modified, content: Buffer.from(text) }
  for (const [index, sheet] of plan.sheets.entries())
    yield { name: sheetPath(index + 1), modified, pieces: sheetPieces(plan, sheet, wanted, true) }
}

/** The tables, and where they are wanted the files in a folder for each submission. */
export const archiveOf = (plan: Plan, wanted: Wanted): AsyncGenerator<Uint8Array> => zipOf(archiveEntries(plan, wanted))

async function* archiveEntries(plan: Plan, wanted: Wanted): AsyncGenerator<Entry> {
  const { now: modified, services } = plan.reader
  const [first] = plan.sheets
  if (first?.format === 'xlsx')
    yield {
      name: `${first.texts['submissions.title'] ?? 'export'}.xlsx`,
      modified,
      pieces: asPieces(workbookOf(plan, wanted)),
    }
  else
    for (const sheet of plan.sheets)
      yield { name: `${sheet.name}.csv`, modified, pieces: sheetPieces(plan, sheet, wanted, true) }
  if (!wanted.withFiles) return
  for await (const { rows, files } of filesOf(plan)) {
    for (const { path, name, at } of files) {
      const content = await services.storage.read(path).catch(ifMissing)
      if (content) yield { name, modified: at, content }
    }
    await wanted.progress(rows)
  }
}

const most = { rows: 100, bytes: 256 * 1024 }
/** The first is small, so that something is sent at once. */
const first = 50

type Found = { id: number; userId: number | null }

/** Earlier rows are not read again, and rows that arrive during the export are left out. */
export async function* idsOf(plan: Pick<Plan, 'reader' | 'where'>, formId: number | null): AsyncGenerator<Found[]> {
  let last: number | undefined
  for (let limit = first; ; limit = most.rows) {
    const before = last
    const rows = await reading(plan.reader, db =>
      db
        .select({
          id: submissions.id,
          userId: submissions.userId,
          bytes: sql<number>`pg_column_size(${submissions.answers})`,
        })
        .from(submissions)
        .where(
          and(
            plan.where,
            formId === null ? undefined : eq(submissions.formId, formId),
            before === undefined ? undefined : lt(submissions.id, before),
          ),
        )
        .orderBy(desc(submissions.id))
        .limit(limit),
    )
    let bytes = 0
    const taken = rows.filter(row => {
      bytes += row.bytes
      return bytes <= most.bytes || row === rows[0]
    })
    if (taken.length > 0) yield taken
    if (rows.length < limit && taken.length === rows.length) return
    last = taken.at(-1)?.id
  }
}

/** The rows of a sheet; `withFiles` says where their files lie in the ZIP. */
async function* batchesOf(plan: Plan, sheet: Sheet, withFiles: boolean): AsyncGenerator<Batch> {
  for await (const found of idsOf(plan, sheet.formId))
    yield await reading(plan.reader, db => batchOf(db, found, { plan, sheet, withFiles }))
}

type Of = { plan: Plan; sheet: Sheet; withFiles: boolean }

async function batchOf(db: Database, found: Found[], { plan, sheet, withFiles }: Of): Promise<Batch> {
  const { companyId, locale } = plan.reader
  const { versions } = sheet
  const ids = found.map(({ id }) => id)
  const { id, uuid, formId, formVersionId, status, userId, writtenBy, contact, startedAt, completedAt } = submissions
  const { receivedAt, scorePercent, band, criticalFailed, reviewState, updatedAt, answers } = submissions
  const rows = db
    .select({
      ...{ id, uuid, formId, formVersionId, status, userId, writtenBy, contact, startedAt, completedAt },
      ...{ receivedAt, scorePercent, band, criticalFailed, reviewState, updatedAt, answers },
      ...{ number: formVersions.number, name: forms.name },
    })
    .from(submissions)
    .innerJoin(formVersions, eq(formVersions.id, submissions.formVersionId))
    .innerJoin(forms, eq(forms.id, submissions.formId))
    .where(inArray(submissions.id, ids))
    .as('found')
  const [[written], subjects, people, stored, labels] = await Promise.all([
    // As one text, which passes through the server's memory as it is and is read in the thread.
    db.select({ rows: sql<string>`coalesce(json_agg(to_json(found) order by found.id desc), '[]')::text` }).from(rows),
    subjectsOf(db, submissionSubjects, submissionSubjects.submissionId, ids),
    peopleOf(db, [...new Set(found.flatMap(each => each.userId ?? []))]),
    withFiles ? storedOf(db, ids) : [],
    sheet.values === 'labels' ? tableLabelsOf(db, { companyId, ids, versions, locale }) : {},
  ])
  return {
    count: ids.length,
    rows: written?.rows ?? '[]',
    ...{ subjects, people, labels },
    files: stored.map(({ submissionId, uuid: of, questionId, name }) => ({
      submissionId: submissionId ?? 0,
      uuid: of,
      questionId,
      name,
    })),
  }
}

const storedOf = (db: Database, ids: number[]) => db.select().from(files).where(inArray(files.submissionId, ids))

/** The files of an export, in the order of their submissions, with the place of each in the ZIP. */
async function* filesOf(
  plan: Plan,
): AsyncGenerator<{ rows: number; files: { path: string; name: string; at: Date }[] }> {
  for await (const batch of idsOf(plan, null)) {
    const ids = batch.map(each => each.id)
    const found = await reading(plan.reader, async db => {
      const { id } = submissions
      const [rows, stored] = await Promise.all([
        db
          .select({ id, completedAt: submissions.completedAt, startedAt: submissions.startedAt })
          .from(submissions)
          .where(inArray(id, ids))
          .orderBy(desc(id)),
        storedOf(db, ids),
      ])
      return rows.flatMap(row => {
        const own = stored.filter(({ submissionId }) => submissionId === row.id)
        const paths = pathsOf(folderOf(wire(row), plan.zone), own)
        return own.map(file => ({ path: file.path, name: paths[file.uuid] ?? file.uuid, at: file.createdAt }))
      })
    })
    yield { rows: ids.length, files: found }
  }
}

type Asked = { companyId: number; ids: number[]; versions: Pick<UsedVersion, 'id' | 'definition'>[]; locale: Locale }

/** By version and question the words of each value that one of these submissions has. */
export async function tableLabelsOf(db: Database, { companyId, ids, versions, locale }: Asked): Promise<TableLabels> {
  const asking = versions.flatMap(version =>
    placedElements(version.definition).flatMap(({ element }) =>
      isQuestion(element) && 'table' in element && element.table
        ? [{ version, id: element.id, table: element.table }]
        : [],
    ),
  )
  if (asking.length === 0) return {}
  await loadTables(
    db,
    companyId,
    asking.map(({ version }) => version.definition),
  )
  const given = await valuesOf(db, ids, [...new Set(asking.map(({ id }) => id))])
  return Object.fromEntries(
    asking.map(({ version: { id: version, definition }, id, table }) => {
      const uuid = definition.tables?.find(({ name }) => name === table.name)?.uuid
      const rows = uuid === undefined ? undefined : contentOf(uuid)
      const labelOf = (value: string) => {
        const row = rows?.find(table.value, value)[0]
        if (!rows || row === undefined) return value
        return rows.cell(row, `${table.label}::${locale}`) || rows.cell(row, table.label) || value
      }
      const values = given.get(id) ?? []
      return [labelsKey(version, id), Object.fromEntries(values.map(value => [value, labelOf(value)]))]
    }),
  )
}

/** What was answered to these questions, in whichever row. */
async function valuesOf(db: Database, ids: number[], questions: string[]): Promise<Map<string, string[]>> {
  const answered = sql`jsonb_each(${submissions.answers}) as answer(key, said)`
  const question = sql<string>`split_part(answer.key, '@', 1)`
  const { rows } = await db.execute<{ question: string; value: string }>(sql`
    select distinct ${question} as question, value
    from ${submissions}, ${answered},
      jsonb_array_elements_text(
        case when jsonb_typeof(said -> 'value') = 'array' then said -> 'value'
          else jsonb_build_array(said -> 'value') end
      ) as value
    where ${and(inArray(submissions.id, ids), sql`${question} = any(${sql.param(questions)})`)} and value is not null
  `)
  const found = new Map<string, string[]>()
  for (const { question: id, value } of rows) found.set(id, [...(found.get(id) ?? []), value])
  return found
}
