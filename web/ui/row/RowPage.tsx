import { Button, Skeleton } from '@mantine/core'
import { IconArchive, IconPencil } from '@tabler/icons-react'
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can } from '../../lib/ability.tsx'
import { ErrorState } from '../ErrorState.tsx'
import { PageHeader, PageSkeleton } from '../page/PageHeader.tsx'
import { LocalTime } from '../texts/ContentText.tsx'
import { ArchivedNotice, useArchive } from './ArchivedNotice.tsx'
import { type Field, FieldList } from './FieldList.tsx'

type RegisterRow = { id: number; name: string; updated_at: string; archived_at: string | null }
type Props<Row extends RegisterRow> = {
  id: number
  /** The feature as in `api`, whose lists are fetched again after a change. */
  feature: string
  /** What its permissions are about. */
  subject: string
  calls: {
    get: { query: (input: { id: number }) => UseQueryOptions<Row, Error, Row, QueryKey> }
    remove: (input: { id: number }) => Promise<unknown>
    restore: (input: { id: number }) => Promise<unknown>
  }
  /** The list that it belongs to. */
  back: { to: string; text: string }
  fields: (row: Row) => Field[]
  /** The form that changes it. */
  form: (row: Row, onClosed: () => void) => ReactNode
  /** Between the head of the page and the fields. */
  head?: (row: Row) => ReactNode
  children?: ((row: Row) => ReactNode) | undefined
  /** In place of a row that could not be fetched, where something is known of it all the same. */
  atHand?: (error: unknown, onRetry: () => void) => ReactNode
  /** What people come here to do: then changing and archiving it are quiet. */
  lead?: ((row: Row) => ReactNode) | undefined
}

/** The page of a register's row: its fields, changing it in a side sheet, archiving and restoring it. */
export function RowPage<Row extends RegisterRow>(props: Props<Row>) {
  const { id, feature, subject, calls, back, fields, form, head, children, lead, atHand } = props
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(false)
  const { data: row, error, refetch } = useQuery(calls.get.query({ id }))
  const { archive, restore } = useArchive(feature, calls, back.to)

  if (error) return atHand?.(error, refetch) || <ErrorState error={error} onRetry={refetch} />
  if (!row) return <PageSkeleton />
  const actions = (
    <Suspense>
      <Can I="delete" a={subject} row={row}>
        <Button
          variant={lead ? 'subtle' : 'default'}
          color={lead ? 'gray' : undefined}
          leftSection={<IconArchive size={20} />}
          onClick={() => archive(row)}
        >
          {t('common.archive')}
        </Button>
      </Can>
      <Can I="update" a={subject} row={row}>
        <Button
          variant={lead ? 'subtle' : 'filled'}
          color={lead ? 'gray' : undefined}
          leftSection={<IconPencil size={20} />}
          onClick={() => setEditing(true)}
        >
          {t('common.edit')}
        </Button>
      </Can>
      {lead?.(row)}
    </Suspense>
  )
  return (
    <>
      <PageHeader title={row.name} back={back} actions={!row.archived_at && actions} />
      {row.archived_at && (
        <ArchivedNotice at={row.archived_at}>
          <Can I="delete" a={subject} row={row}>
            <Button variant="default" size="sm" onClick={() => restore(row)}>
              {t('common.restore')}
            </Button>
          </Can>
        </ArchivedNotice>
      )}
      <Suspense fallback={<Skeleton height={160} />}>
        {head?.(row)}
        <FieldList
          fields={[...fields(row), { label: t('common.updatedAt'), value: <LocalTime value={row.updated_at} /> }]}
        />
        {children?.(row)}
      </Suspense>
      {isEditing && form(row, () => setEditing(false))}
    </>
  )
}

/**
 * The row of a list whose sheet is open. Its id is in the hash of the address: the back button closes it, a link opens
 * it.
 */
export function useShownRow<Row extends { id: number }>(rows: readonly Row[] | undefined) {
  const navigate = useNavigate()
  const { pathname, searchStr, hash } = useRouterState({ select: state => state.location })
  const href = ({ id }: { id: number }) => `${pathname}${searchStr}#${id}`
  return {
    /** Of that row, also where it is not among these rows. */
    id: /^\d+$/.test(hash) ? Number(hash) : undefined,
    shown: rows?.find(row => String(row.id) === hash),
    href,
    show: (row: { id: number }) => navigate({ href: href(row) }),
    close: () => navigate({ href: pathname + searchStr, replace: true, resetScroll: false }),
  }
}
