import { useTranslation } from 'react-i18next'
import type { PassLogEntry } from '#shared/passes/contract.ts'
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
  const format = useFormat()
  return ({ action, kind: of, record_id, search, found }: PassLogEntry): string => {
    const kind = of ? t(`passes.kinds.${of}`) : ''
    const number = format.number(record_id ?? 0, { useGrouping: false })
    switch (action) {
      case 'opened':
        return t('passes.log.opened')
      case 'searched':
        return search
          ? t('passes.log.searched', { kind, search, found: format.number(found ?? 0) })
          : t('passes.log.listed', { kind, found: format.number(found ?? 0) })
      case 'sampled':
        return t('passes.log.sampled', { kind, search, all: format.number(found ?? 0) })
      case 'viewed':
        return t('passes.log.viewed', { kind, number })
      case 'downloaded':
        return of ? t('passes.log.downloaded', { kind, number }) : t('passes.log.packLoaded')
      case 'packed':
        return t('passes.log.packed')
    }
  }
}
