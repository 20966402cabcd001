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
  return ({ action, kind: of, record_id, search, found, request_number }: PassLogEntry): string => {
    const kind = of ? t(`passes.kinds.${of}`) : ''
    const number = format.number(record_id ?? 0, { useGrouping: false })
    const request = { number: format.number(request_number ?? 0), words: search }
    const isDocument = search === 'document'
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
        return request_number ? t('passes.log.viewedAnswer', request) : t('passes.log.viewed', { kind, number })
      case 'downloaded':
        if (request_number) return t(isDocument ? 'passes.log.answerDocument' : 'passes.log.answerPhoto', request)
        if (!of) return t(search === 'pack' ? 'passes.log.packLoaded' : 'passes.log.photo')
        return t(isDocument ? 'passes.log.document' : 'passes.log.downloaded', { kind, number })
      case 'packed':
        return t('passes.log.packed')
      case 'reported':
        return of ? t('passes.log.reported', { kind, number }) : t('passes.log.reportedOfVisit')
      case 'picked':
        return t('passes.log.picked', { kind, number })
      case 'checked':
      case 'closed':
        return t(`passes.log.${action}`)
      case 'asked':
        return t('passes.log.asked', request)
      case 'asked_again':
        return t('passes.log.askedAgain', request)
      case 'withdrew':
        return t('passes.log.withdrew', request)
      case 'answered':
        return t('passes.log.answered', request)
      case 'reopened':
        return t('passes.log.reopened', request)
    }
  }
}
