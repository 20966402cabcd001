import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Can, useAbility } from '../lib/ability.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import type { List } from '../ui/useList.ts'
import { useSelection } from '../ui/useSelection.ts'
import { useStatusColumn } from './StatusColumn.tsx'
import { StatusFilter } from './StatusFilter.tsx'
import { type Archiving, SubjectBulkBar, type SubjectRow } from './SubjectBulkBar.tsx'

type Filter = { name: string; label: string; all: string; choices: { value: string; label: string }[] }

type Props<Row extends SubjectRow> = {
  /** Whose texts these are, and as what the rows are kept: as in `api`. */
  noun: 'animals' | 'animalGroups' | 'locations' | 'vehicles'
  /** What its permissions are about. */
  subject: string
  calls: Archiving
  list: List<Row>
  /** Between the name with the state, and when the row was last changed. */
  columns: Column<Row>[]
  filters: Filter[]
  href: (row: Row) => string
  drawing: ReactNode
  /** The form that adds a row. */
  form: (onClosed: () => void) => ReactNode
}

/** What an empty list says. */
const empty = {
  animals: { title: 'animals.empty', text: 'animals.emptyText' },
  animalGroups: { title: 'animalGroups.empty', text: 'animalGroups.emptyText' },
  locations: { title: 'locations.empty', text: 'locations.emptyText' },
  vehicles: { title: 'vehicles.empty', text: 'vehicles.emptyText' },
} as const

/** The list of a register: of animals, groups, places or vehicles. */
export function SubjectsPage<Row extends SubjectRow>(props: Props<Row>) {
  const { noun, subject, calls, list, columns, filters, href, drawing, form } = props
  const { t } = useTranslation()
  const can = useAbility()
  const [isAdding, setAdding] = useState(false)
  const selection = useSelection()
  const all: Column<Row>[] = [
    { key: 'name', title: t(`${noun}.name`), cell: row => row.name, sortable: true },
    useStatusColumn<Row>(),
    ...columns,
    {
      key: 'updated_at',
      title: t('common.updatedAt'),
      cell: row => <LocalTime value={row.updated_at} as="relative" />,
      sortable: true,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader
        title={t(`${noun}.title`)}
        count={list.page?.meta.total}
        actions={
          <Can I="create" a={subject}>
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t(`${noun}.add`)}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} withArchive>
        <StatusFilter list={list} />
        {filters.map(filter => (
          <ListFilter key={filter.name} list={list} {...filter} />
        ))}
      </ListToolbar>
      <DataTable
        label={t(`${noun}.title`)}
        list={list}
        columns={all}
        {...(can('delete', subject) && { selection })}
        href={href}
        empty={
          <ListEmpty
            list={list}
            filters={['status', ...filters.map(({ name }) => name)]}
            drawing={drawing}
            title={t(empty[noun].title)}
            text={t(empty[noun].text)}
          />
        }
      />
      <SubjectBulkBar noun={noun} calls={calls} selection={selection} />
      {isAdding && form(() => setAdding(false))}
    </>
  )
}
