import { useTranslation } from 'react-i18next'
import type { PassLogEntry } from '#shared/passes/contract.ts'
import { logWords } from '#shared/passes/logWords.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { useList } from '../ui/list/useList.ts'
import { LocalTime } from '../ui/texts/ContentText.tsx'

/** Every view, search and download by a pass, the newest first. */
export function PassLog({ id }: { id: number }) {
  const { t } = useTranslation()
  const words = useWords()
  const list = useList(administration.passes.log, { id })
  const columns: Column<PassLogEntry>[] = [
    { key: 'at', title: t('passes.log.when'), cell: ({ at }) => <LocalTime value={at} />, width: '13.5rem' },
    { key: 'what', title: t('passes.log.what'), cell: entry => <bdi>{words(entry)}</bdi> },
  ]
  return (
    <section aria-labelledby="pass-log">
      <h2 id="pass-log">{t('passes.log.title')}</h2>
      <DataTable
        label={t('passes.log.title')}
        list={list}
        columns={columns}
        href={placeOf}
        compact
        empty={<EmptyState drawing={<ClipboardDrawing />} title={t('passes.log.empty')} />}
      />
    </section>
  )
}

/** The record itself, as the manager sees it. */
const placeOf = ({ kind, record_id }: PassLogEntry): string =>
  kind === 'submission' && record_id !== null ? `/submission/view/${record_id}` : '#pass-log'

function useWords() {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (entry: PassLogEntry) => logWords(entry, { t: t as never, number })
}
