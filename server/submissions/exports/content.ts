/** The bytes of an export, as they come: no more than a batch of rows is held at any time. */

import { Problem } from '#shared/lib/problem.ts'
import { ifMissing } from '../../lib/files/storage.ts'
import { asPieces, type Deflated, type Entry, storedPiece, zipOf } from '../../lib/files/zip.ts'
import { inThread } from '../../lib/heavy/threads.ts'
import { around, sheetPath, workbookParts } from '../../lib/spreadsheets/rows.ts'
import { batchesOf, filesOf } from './batches.ts'
import type { Plan, Sheet } from './plan.ts'
import type { RowsWritten, ToWrite } from './rowsThread.ts'

/** Hears of each batch that is done, with its rows; throwing ends the export. */
export type Progress = (rows: number) => Promise<void>

export type Wanted = { withFiles: boolean; progress: Progress }
const thread = new URL('./rowsThread.ts', import.meta.url)
/** What spreadsheet programs take in one sheet. */
const maxLines = 1_048_576

/** A sheet in pieces, each with what the whole comes to so far. */
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
