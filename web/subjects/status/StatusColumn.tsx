import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentStatus } from '#shared/subjects/contract.ts'
import type { Column } from '../../ui/list/DataTable.tsx'
import { SubjectStatus } from './SubjectStatus.tsx'

/** The column of a register's list that shows the state of each row, and why where the row itself says it. */
export function useStatusColumn<Row extends { status: CurrentStatus | null }>(
  why?: (row: Row) => ReactNode,
): Column<Row> {
  const { t } = useTranslation()
  return {
    key: 'status',
    title: t('subjects.state'),
    cell: row =>
      row.status && (
        <>
          <SubjectStatus state={row.status.state} />
          {why?.(row)}
        </>
      ),
    sortable: true,
    width: '10rem',
  }
}
