import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentStatus } from '#shared/subjects/contract.ts'
import { type SubjectFeature, type SubjectType, subjectStatuses, uncheckedSince } from '#shared/subjects/registry.ts'
import { RegisterActions } from '../imports/RegisterActions.tsx'
import { Can, useAbility } from '../lib/ability.tsx'
import type { NewRowEntry } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import { useUser } from '../lib/session/session.ts'
import { SubjectStatus } from '../subjects/status/SubjectStatus.tsx'
import { useSelection } from '../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { FilterPlace, ListFilter } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import type { List } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { useListView } from '../views/queries.ts'
import { ViewBar } from '../views/ViewBar.tsx'
import {
  type Archiving,
  choicesOf,
  type Filter,
  SubjectBulkBar,
  type SubjectRow,
  type Update,
} from './SubjectBulkBar.tsx'
import { UnsentRows } from './UnsentRows.tsx'

type Props<Row extends SubjectRow> = {
  /** Whose texts these are, and as what the rows are kept: as in `api`. */
  feature: SubjectFeature
  /** What its permissions are about. */
  subject: string
  calls: Archiving & { update: Update }
  list: List<Row>
  /** Between the name with the state, and when the row was last changed. */
  columns: Column<Row>[]
  filters: Filter[]
  /** Another way to narrow the list, by a name of the address. */
  narrowing?: { name: string; filter: ReactNode }
  href: (row: Row) => string
  drawing: ReactNode
  /** How a row is named, where that is more than its name. */
  naming?: (row: Row) => ReactNode
  /** What an empty list says. */
  empty: { title: string; text: string }
  /** The form that adds a row, or puts one right that was registered here and not accepted. */
  form: (onClosed: () => void, refused?: NewRowEntry) => ReactNode
  /** Other ways to see the rows, before adding one. */
  actions?: ReactNode
  /** Why a row is in its state, where that follows from the row itself. */
  why?: (row: Row) => ReactNode
  /** Another way to see the rows, above them. */
  above?: ReactNode
  /** What else can be done with picked rows. */
  bulk?(rows: Row[], done: () => void): ReactNode
}

const nameOf = ({ name }: SubjectRow) => <bdi>{name}</bdi>

/** The list of a register: of animals, groups, places or vehicles. */
export function SubjectsPage<Row extends SubjectRow>(props: Props<Row>) {
  const {
    feature,
    subject,
    calls,
    list,
    columns,
    filters,
    narrowing,
    href,
    drawing,
    empty,
    form,
    bulk,
    actions,
    above,
    naming = nameOf,
  } = props
  const { t } = useTranslation()
  const can = useAbility()
  // Admins without one read the lists of all companies, and add and change within one.
  const hasCompany = useUser()?.company_id !== null
  const [isAdding, setAdding] = useState(false)
  const selection = useSelection(list.search)
  const { count } = useQueue()
  const own = ['status', 'unchecked', ...filters.map(({ name }) => name), ...(narrowing ? [narrowing.name] : [])]
  const viewing = useListView(feature, own)
  const all: Column<Row>[] = [
    { key: 'name', title: t(`${feature}.name`), cell: naming, sortable: true },
    useStatusColumn<Row>(props.why),
    ...columns,
    {
      key: 'last_checked_at',
      title: t('common.lastChecked'),
      cell: row =>
        row.last_checked_at ? <LocalTime value={row.last_checked_at} as="relative" /> : t('common.neverChecked'),
      width: '9rem',
      isTitled: true,
    },
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: row => <LocalTime value={row.updated_at} />,
      sortable: true,
      width: '12rem',
      optional: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t(`${feature}.title`)}
        count={list.page?.meta}
        actions={
          <>
            {actions}
            {hasCompany && (
              <>
                <RegisterActions feature={feature} list={list as List<SubjectRow>} />
                <Can I="create" a={subject}>
                  <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
                    {t(`${feature}.add`)}
                  </Button>
                </Can>
              </>
            )}
          </>
        }
      />
      <ListToolbar list={list} withArchive end={<ViewBar viewing={viewing} list={list} columns={all} />}>
        {narrowing?.filter}
        <StatusFilter list={list} />
        {filters.map(filter =>
          filter.of ? (
            <RegisterFilter key={filter.name} list={list as List<unknown>} {...filter} of={filter.of} />
          ) : (
            <ListFilter key={filter.name} list={list} {...filter} choices={filter.choices ?? []} />
          ),
        )}
        <SortFilter list={list as List<unknown> as List<SubjectRow>} columns={all as Column<SubjectRow>[]} />
      </ListToolbar>
      {count > 0 && <UnsentRows feature={feature} form={form} />}
      {above}
      <DataTable
        label={t(`${feature}.title`)}
        list={list}
        columns={viewing.shown(all)}
        {...(hasCompany && can('delete', subject) && { selection })}
        href={href}
        empty={
          <ListEmpty
            list={list as List<unknown> as List<SubjectRow>}
            filters={own}
            drawing={drawing}
            title={empty.title}
            text={empty.text}
          />
        }
      />
      {selection.ids.size > 0 && (
        <SubjectBulkBar
          feature={feature}
          subject={subject}
          calls={calls}
          fields={filters}
          selection={selection}
          {...(bulk && { more: bulk })}
        />
      )}
      {isAdding && form(() => setAdding(false))}
    </>
  )
}

type RegisterFilterProps = Omit<ComponentProps<typeof ListFilter<unknown>>, 'choices'> & { of: SubjectType }

/** Narrows a list to what belongs to one row of another register. It has its place before it has its names. */
function RegisterFilter({ of, ...filter }: RegisterFilterProps) {
  const { data: choices = [] } = useQuery({
    queryKey: ['choices', of],
    queryFn: () => choicesOf(of),
  })
  return <ListFilter {...filter} choices={choices} />
}

/** The column of a register's list that shows the state of each row, and why where the row itself says it. */
function useStatusColumn<Row extends { status: CurrentStatus | null }>(why?: (row: Row) => ReactNode): Column<Row> {
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
    atEnd: true,
  }
}

/**
 * Narrows a register's list to the rows in one state, the worst first, or to those that nobody has looked at for long.
 */
function StatusFilter<Row>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  return (
    <>
      <ListFilter
        list={list}
        name="status"
        label={t('subjects.state')}
        all={t('subjects.allStates')}
        choices={subjectStatuses
          .toReversed()
          .map(state => ({ value: state, label: t(`submissions.subjectStates.${state}`) }))}
      />
      <ListFilter
        list={list}
        name="unchecked"
        label={t('common.lastChecked')}
        all={t('subjects.unchecked.all')}
        choices={uncheckedSince.map(since => ({ value: since, label: t(`subjects.unchecked.${since}`) }))}
      />
    </>
  )
}

/** The order of the rows, for phones, which have no column heads to press. */
function SortFilter<Row>({ list, columns }: { list: List<Row>; columns: Column<Row>[] }) {
  const { t } = useTranslation()
  if (use(FilterPlace) !== 'sheet') return null
  const [first, ...others] = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => [
      { value: key, label: t('subjects.ascending', { column: title }) },
      { value: `-${key}`, label: t('subjects.descending', { column: title }) },
    ])
  return first && <ListFilter list={list} name="sort" label={t('subjects.order')} all={first.label} choices={others} />
}
