import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { api } from '../api.ts'
import { ClipboardDrawing } from '../ui/drawings/ClipboardDrawing.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { useShownRow } from '../ui/row/useShownRow.ts'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { AuditFilters, filters } from './AuditFilters.tsx'
import { AuditSheet } from './AuditSheet.tsx'
import { useAuditWords } from './useAuditWords.tsx'

/** Who did what to what, when, from where, and in whose name. */
export function AuditPage() {
  const { t } = useTranslation()
  const list = useList(api.auditLog.list)
  const words = useAuditWords()
  const { shown, href, close } = useShownRow(list.page?.data)

  const columns: Column<AuditEntry>[] = [
    { key: 'what', title: t('audit.what'), cell: row => words.action(row.action) },
    { key: 'who', title: t('audit.who'), cell: row => <span>{words.who(row)}</span>, width: '18rem' },
    { key: 'subject', title: t('audit.subject'), cell: row => words.subject(row), width: '16rem' },
    { key: 'when', title: t('audit.when'), cell: row => <LocalTime value={row.created_at} />, width: '13rem' },
    {
      key: 'ip',
      title: t('audit.address'),
      cell: row => row.ip && <bdi>{row.ip}</bdi>,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader title={t('audit.title')} count={list.page?.meta}>
        {t('audit.kept')}
      </PageHeader>
      <AuditFilters list={list} />
      <DataTable
        label={t('audit.title')}
        list={list}
        columns={columns}
        href={href}
        compact
        empty={
          <ListEmpty
            list={list}
            filters={filters}
            drawing={<ClipboardDrawing />}
            title={t('audit.empty')}
            text={t('audit.emptyText')}
          />
        }
      />
      {shown && <AuditSheet key={shown.id} entry={shown} onClosed={close} />}
    </>
  )
}
