import { Button } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { use, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { SentTask, tasks } from '#shared/tasks/contract.ts'
import { sentTaskStates } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { Can, useAbility } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { useUser } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useMarkedName } from '../../members/queries.ts'
import { ClipboardDrawing } from '../../ui/drawings/Drawings.tsx'
import { LazySelect } from '../../ui/fields/LazySelect.tsx'
import { FigureTable } from '../../ui/figures/FigureTable.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { useSelection } from '../../ui/list/BulkBar.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { FilterChip, FilterPlace, ListFilter } from '../../ui/list/Filters.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { type List, useList } from '../../ui/list/useList.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { useListView } from '../../views/queries.ts'
import { ViewBar } from '../../views/ViewBar.tsx'
import type { TaskCompletion } from '../completion/completionHandler.ts'
import { JustEnded } from '../completion/EndedRow.tsx'
import { withCompletion } from '../completion/pendingCompletions.ts'
import { TaskState, useNow, useWhen } from '../DueTime.tsx'
import { useTaskEnds } from '../queries.ts'
import { SubjectLinks } from '../SubjectLinks.tsx'
import { NoTasks } from '../TaskCard.tsx'
import styles from '../Tasks.module.css'
import { stateOf } from '../taskState.ts'
import { TaskBulkBar } from './TaskBulkBar.tsx'

const TaskForm = lazyPart(() => import('../form/TaskForm.tsx').then(part => part.TaskForm))

const filters = ['state', 'user_id']

type Asked = Pick<InputOf<typeof tasks.company>, 'state' | 'sort'>

/** Open tasks come first, the most urgent on top; of ended ones, the latest. `all` means each state. */
function asked(state: string, sort: string | undefined): Asked {
  const latest = state === 'done' ? '-completed_at' : '-due_at'
  const isOpen = state === 'open' || state === 'overdue'
  return {
    state: sentTaskStates.find(known => known === state),
    sort: (sort as Asked['sort']) ?? (isOpen ? 'due_at' : latest),
  }
}

/** What everyone in the company has to do and has done. */
export function CompanyTasksPage() {
  const id = useUser()?.company_id
  return id ? <CompanyTasks id={id} /> : <NoTasks />
}

function CompanyTasks({ id }: { id: number }) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const { state = 'open', sort } = useSearch({ from: '/shell/company/tasks' })
  const viewing = useListView('companyTasks', filters)
  const list = useList(api.tasks.company, { id, ...asked(state, sort) })
  const selection = useSelection(list.search)
  const ends = useTaskEnds()
  const columns = useSentTaskColumns(ends)
  const can = useAbility()

  return (
    <>
      <PageHeader
        title={t('tasks.title')}
        count={list.page?.meta}
        actions={
          <Can I="create" a="Task">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('tasks.add')}
            </Button>
          </Can>
        }
      />
      <ListToolbar list={list} end={<ViewBar viewing={viewing} list={list} columns={columns} />}>
        <ListFilter
          list={list}
          name="state"
          label={t('tasks.state')}
          all={t('tasks.filters.open')}
          choices={(['overdue', 'done', 'skipped', 'all'] as const).map(value => ({
            value,
            label: t(`tasks.filters.${value}`),
          }))}
        />
        <Can I="read" a="Member">
          <PersonFilter list={list} />
        </Can>
        <PeopleBoard companyId={id} />
      </ListToolbar>
      <JustEnded ends={ends} />
      <DataTable
        label={t('tasks.title')}
        list={list}
        columns={viewing.shown(columns)}
        href={row => `/tasks/${row.id}`}
        {...((can('skip', 'SentTask') || can('complete', 'SentTask')) && { selection })}
        empty={
          <ListEmpty
            list={list}
            filters={filters}
            drawing={<ClipboardDrawing />}
            title={t('tasks.empty')}
            text={t('tasks.emptyText')}
          />
        }
      />
      <TaskBulkBar selection={selection} />
      {isAdding && <TaskForm onClosed={() => setAdding(false)} />}
    </>
  )
}

/** Work of each person, the most overdue first; a name narrows the list to that person. */
function PeopleBoard({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const isShown = use(FilterPlace) === 'sheet'
  const board = useQuery({ ...api.tasks.board.at(useSite(), { id: companyId }), enabled: isShown })
  // The list shows the error where nothing can be read.
  if (!isShown || !board.data || board.data.length === 0) return null
  return (
    <div className={styles.frame}>
      <FigureTable
        label={t('tasks.board.title')}
        rows={board.data}
        keyOf={person => person.user_id}
        columns={[
          {
            key: 'person',
            title: t('tasks.board.person'),
            cell: person => (
              <>
                <PathLink href={`/company/tasks?user_id=${person.user_id}`} className={styles.name}>
                  <bdi>{person.user_name}</bdi>
                </PathLink>
                {person.is_away && <span className={styles.away}>{t('tasks.board.away')}</span>}
              </>
            ),
          },
          {
            key: 'overdue',
            title: t('tasks.board.overdue'),
            cell: ({ overdue }) => (overdue > 0 ? <b>{format.number(overdue)}</b> : format.number(overdue)),
          },
          { key: 'open', title: t('tasks.board.open'), cell: ({ open }) => format.number(open) },
          {
            key: 'done',
            title: t('tasks.board.done'),
            cell: ({ done_percent }) =>
              done_percent === null
                ? t('tasks.board.nothing')
                : format.number(done_percent / 100, { style: 'percent' }),
          },
        ]}
      />
    </div>
  )
}

/** Narrows a list to one person, found by name. */
function PersonFilter<Row extends { user_id: number; user_name: string }>({ list }: { list: List<Row> }) {
  const { t } = useTranslation()
  const id = useUser()?.company_id ?? 0
  const markedName = useMarkedName()
  const place = use(FilterPlace)
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), 250)
  const chosen = list.search.user_id ? String(list.search.user_id) : null
  const shown = list.page?.data.find(row => String(row.user_id) === chosen)
  const isChosenText = text === shown?.user_name
  const members = useQuery({
    ...api.companies.members.query({ id, sort: 'name', per_page: 25, ...(search && !isChosenText && { search }) }),
    placeholderData: keepPreviousData,
  })
  const names = new Map(members.data?.data.map(member => [String(member.id), markedName(member)]))
  if (shown) names.set(String(shown.user_id), shown.user_name)
  if (place === 'chip') {
    const name = chosen && names.get(chosen)
    return name && <FilterChip text={name} onRemove={() => list.change({ user_id: undefined })} />
  }
  return (
    <LazySelect
      label={t('tasks.person')}
      placeholder={t('tasks.everybody')}
      clearable
      clearButtonProps={{ 'aria-label': t('tasks.everybody') }}
      nothingFoundMessage={t('common.nothingFound')}
      data={[...names].map(([value, label]) => ({ value, label }))}
      filter={({ options }) => options}
      value={chosen}
      onChange={value => list.change({ user_id: value ?? undefined })}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

/** The columns of the company's tasks; what was just ended here shows already as what it will be. */
function useSentTaskColumns(ends: readonly TaskCompletion[]): Column<SentTask>[] {
  const { t } = useTranslation()
  const when = useWhen()
  const now = useNow()
  return [
    { key: 'title', title: t('tasks.what'), cell: row => <bdi>{taskTitle(row)}</bdi> },
    {
      key: 'state',
      title: t('tasks.state'),
      cell: row => <TaskState state={stateOf(withCompletion(row, ends), now)} />,
      width: '9rem',
      atEnd: true,
    },
    { key: 'user_name', title: t('tasks.person'), cell: row => <bdi>{row.user_name}</bdi>, width: '12rem' },
    {
      key: 'subjects',
      title: t('tasks.subjects'),
      cell: row => <SubjectLinks subjects={row.subjects} />,
      width: '14rem',
      wideOnly: true,
    },
    {
      key: 'due_at',
      title: t('tasks.due'),
      cell: row => <time dateTime={row.due_at}>{when(row.due_at, now)}</time>,
      sortable: true,
      width: '13rem',
    },
  ]
}
