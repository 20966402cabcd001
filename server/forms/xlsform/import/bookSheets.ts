/** Finds the sheets of the workbook that are read, by their names in any case, and notes the others. */

import type { FormLanguages } from '../languages.ts'
import { formatColumn } from '../settings.ts'
import type { Findings, Sheet } from '../table.ts'
import { type Column, isMeant, namelessKey, type Row, type SheetName, tableOf } from '../table.ts'
import { isTableSheet } from './attachedTables.ts'

export type Table = { columns: Column[]; rows: Row[] }
export type Tables = Record<SheetName, Table>

const maxRows: Record<SheetName, number> = { survey: 5_000, choices: 50_000, external_choices: 50_000, settings: 50 }

export function sheetsOf(book: Sheet[], findings: Findings): Tables {
  const tables: Tables = { survey: none(), choices: none(), external_choices: none(), settings: none() }
  const found = new Set<SheetName>()
  for (const sheet of book) {
    const name = sheetCalled(sheet.name)
    if (name && !found.has(name)) {
      found.add(name)
      tables[name] = tableOf(sheet, name)
      if (tables[name].rows.length > maxRows[name])
        findings.fault({ sheet: name, row: maxRows[name], column: '' }, 'xlsform_too_many_rows', {
          maximum: maxRows[name],
        })
    } else if (!isTableSheet(sheet.name) && (sheet.rows.length > 0 || sheet.isUnread) && !sheet.name.startsWith('_'))
      findings.note({ sheet: sheet.name, row: sheet.rows[0]?.number ?? 1, column: '' }, 'sheet_left_out')
  }
  requireSurvey(tables, found, findings)
  return tables
}

function requireSurvey({ survey, settings }: Tables, found: ReadonlySet<SheetName>, findings: Findings): void {
  // A draft may be empty still.
  const isOwn = settings.columns.some(({ key }) => key === formatColumn)
  const place = { sheet: 'survey', row: 1, column: 'type' }
  if (!found.has('survey')) findings.fault(place, 'xlsform_no_survey')
  else if (!survey.columns.some(({ key }) => key === 'type')) findings.fault(place, 'xlsform_no_type_column')
  else if (survey.rows.length === 0 && !isOwn) findings.fault(place, 'no_questions')
}

const none = (): Table => ({ columns: [], rows: [] })

/** What a sheet of this name is for; undefined for one that means nothing here. */
export function sheetCalled(written: string): SheetName | undefined {
  const name = written.trim().toLowerCase()
  if (name === 'survey' || name === 'choices' || name === 'external_choices' || name === 'settings') return name
  // What old forms call their choices.
  return name === 'select_one' || name === 'cascading_choices' ? 'choices' : undefined
}

/** Notes about whole columns or sheets: unknown columns, and the language that was guessed. */
export function noteUnread(survey: Table, settings: Table, languages: FormLanguages, findings: Findings): void {
  for (const { heading, key } of survey.columns)
    if (key.startsWith('?') && key !== namelessKey && !isMeant(heading)) {
      const filled = survey.rows.filter(({ cells }) => cells.some(cell => cell.key === key))
      for (const row of filled.slice(0, 1))
        findings.note({ sheet: 'survey', row: row.number, column: heading }, 'column_unknown', { count: filled.length })
    }
  if (languages.isGuessed)
    findings.note({ sheet: 'settings', row: 1, column: 'default_language' }, 'language_guessed', {
      language: languages.own,
    })
  if (languages.taken !== null)
    findings.note(
      settings.rows[0]?.at('default_language') ?? { sheet: 'survey', row: 1, column: 'label' },
      'language_taken',
      {
        language: languages.taken,
      },
    )
  for (const row of settings.rows.slice(1))
    findings.note({ sheet: 'settings', row: row.number, column: '' }, 'row_comment')
}
