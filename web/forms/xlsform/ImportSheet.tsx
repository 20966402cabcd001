import { Button, FileButton, Loader, Text, Title } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../api.ts'
import { newKey } from '../../lib/attemptKey.ts'
import { RequestError } from '../../lib/requestError.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { nameOfFile } from '../editor/structure/choiceSets.ts'
import { type Finding, groupedFindings, rowRanges } from './groupedFindings.ts'
import styles from './ImportSheet.module.css'

/** Chooses an XLSForm, and tells the result row by row. */
export function ImportSheet({ onClosed }: { onClosed: () => void }) {
  const { t, i18n } = useTranslation()
  const { start, file, isReading, error, result } = useImport()
  const form = result?.form
  return (
    <SideSheet title={t('xlsform.import')} onClosed={onClosed}>
      {() => (
        <div className={styles.content}>
          {!result && <Text>{t('xlsform.about')}</Text>}
          {!result && !isReading && <WorkbookField onFiles={start} />}
          {isReading && (
            <p className={styles.reading} role="status">
              <Loader size="sm" />
              {t('xlsform.reading', { name: file?.name ?? '' })}
            </p>
          )}
          {error && !isReading && <ImportFailure error={error} />}
          {result && form && (
            <>
              <Notice kind="ok">
                {t('xlsform.done', {
                  name: textIn(form.name, toLocale(i18n.language), form.default_language).text,
                })}{' '}
                {result.notes.length === 0 && t('xlsform.complete')}
              </Notice>
              {result.notes.length > 0 && <FindingList title={t('xlsform.changed')} findings={result.notes} />}
              <SheetFooter>
                <Button component={PathLink} href={`/forms/${form.id}`}>
                  {t('xlsform.open')}
                </Button>
              </SheetFooter>
            </>
          )}
        </div>
      )}
    </SideSheet>
  )
}

const accepted = '.csv,.xlsx,.xlsm,.xls,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** A workbook to choose, or to drop here, with the tables that it asks for. */
function WorkbookField({ onFiles }: { onFiles: (file: File, tables: File[]) => void }) {
  const { t } = useTranslation()
  const [isAlone, setAlone] = useState(false)
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  function take(files: File[]) {
    const workbook = files.find(file => !isTable(file))
    setAlone(files.length > 0 && !workbook)
    if (workbook) onFiles(workbook, files.filter(isTable))
  }
  function hold(event: DragEvent) {
    event.preventDefault()
    setOver(true)
  }
  return (
    // The button does the same for keyboards and screen readers.
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is only a shortcut.
    <div
      className={styles.field}
      data-over={isOver || undefined}
      onDragOver={hold}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <IconFileSpreadsheet size={32} />
      <FileButton accept={accepted} multiple onChange={take}>
        {props => (
          <Button {...props} variant="default">
            {t('xlsform.choose')}
          </Button>
        )}
      </FileButton>
      <Text className={styles.drop}>{t('xlsform.drop')}</Text>
      <Text className={styles.drop}>{t('xlsform.beside')}</Text>
      {isAlone && <Notice kind="attention">{t('xlsform.noWorkbook')}</Notice>}
    </div>
  )
}

type Sent = { file: File; uuid: string; tables: { file: File; uuid: string }[] }

const isTable = ({ name }: File): boolean => /\.csv$/i.test(name)

/**
 * Sends an XLSForm, after the tables that were chosen with it; the same files tried again after a lost connection make
 * no second form.
 */
function useImport() {
  const queries = useQueryClient()
  const importing = useMutation({
    mutationFn: async ({ file, uuid, tables }: Sent) => {
      const named: Record<string, string> = {}
      for (const table of tables) {
        await api.forms.addTable({ uuid: table.uuid }, { files: { file: table.file } })
        named[nameOfFile(table.file.name)] = table.uuid
      }
      const beside = tables.length > 0 ? { tables: JSON.stringify(named) } : {}
      return api.forms.importFile({ uuid, ...beside }, { files: { file } })
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: api.forms.list.key }),
  })
  return {
    start: (file: File, tables: File[]) =>
      importing.mutate({ file, uuid: newKey(), tables: tables.map(table => ({ file: table, uuid: newKey() })) }),
    file: importing.variables?.file,
    isReading: importing.isPending,
    error: importing.error,
    result: importing.data,
  }
}

/** Why nothing was imported: the faults of the file by sheet and row, or what else went wrong. */
function ImportFailure({ error }: { error: Error }) {
  const { t } = useTranslation()
  if (!(error instanceof RequestError)) return <Notice kind="stop">{<ProblemText error={error} />}</Notice>
  if (error.code === 'file_type_refused') return <Notice kind="stop">{t('xlsform.notWorkbook')}</Notice>
  const faults = Object.entries(error.errors).flatMap(([place, messages]) => {
    const [, sheet, row, column = ''] = /^(survey|choices|external_choices|settings)\.(\d+)\.(.*)$/s.exec(place) ?? []
    return sheet ? messages.map(message => ({ sheet, row: Number(row), column, message })) : []
  })
  if (faults.length === 0) return <Notice kind="stop">{<ProblemText error={error} />}</Notice>
  return (
    <>
      <Notice kind="stop">{t('xlsform.faults')}</Notice>
      <FindingList findings={faults} />
    </>
  )
}

/** What was found in a spreadsheet, each with its places there. */
function FindingList({ title, findings }: { title?: string; findings: Finding[] }) {
  const { t } = useTranslation()
  return (
    <section>
      {title && (
        <Title order={3} className={styles.heading}>
          {title}
        </Title>
      )}
      <ul className={styles.findings}>
        {groupedFindings(findings).map(({ sheet, column, message, rows: [row = 1, ...more] }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={index}>
            <span className={styles.place}>
              {more.length > 0 ? <bdi>{sheet}</bdi> : t('xlsform.place', { sheet, row })}
              {column && (
                <>
                  {' · '}
                  <bdi>{column}</bdi>
                </>
              )}
            </span>
            <span>{message}</span>
            {more.length > 0 && <FindingRows rows={[row, ...more]} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What fits on a line or two of a phone. */
const maxShown = 10

/** The rows in which the same was found: all of them, below their number where they are many. */
function FindingRows({ rows }: { rows: number[] }) {
  const { t } = useTranslation()
  const ranges = rowRanges(rows)
  const listed = ranges.join(t('xlsform.rowSeparator'))
  if (ranges.length <= maxShown)
    return <span className={styles.place}>{t('xlsform.rowsListed', { count: rows.length, rows: listed })}</span>
  return (
    <details className={styles.place}>
      <summary className={styles.summary}>{t('xlsform.rows', { count: rows.length })}</summary>
      <span>{listed}</span>
    </details>
  )
}
