import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { tasks } from '#shared/tasks/contract.ts'
import { sentTaskStates } from '#shared/tasks/rules.ts'
import { api } from '../../api.ts'
import { Can, useAbility } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { ClipboardDrawing } from '../../ui/drawings/ClipboardDrawing.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListFilter } from '../../ui/list/ListFilter.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { useList } from '../../ui/list/useList.ts'
import { useSelection } from '../../ui/list/useSelection.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { useListView } from '../../views/queries.ts'
import { ViewBar } from '../../views/ViewBar.tsx'
import { JustEnded } from '../ends/JustEnded.tsx'
import { NoTasks } from '../NoTasks.tsx'
import { useTaskEnds } from '../queries.ts'
import { PeopleBoard } from './PeopleBoard.tsx'
import { PersonFilter } from './PersonFilter.tsx'
import { TaskBulkBar } from './TaskBulkBar.tsx'
import { TaskTabs } from './TaskTabs.tsx'
import { useSentTaskColumns } from './useSentTaskColumns.tsx'

const TaskForm = lazyPart(() => import('../form/TaskForm.tsx').then(part => part.TaskForm))

const filters = ['state', 'user_id']

type Asked = Pick<InputOf<typeof tasks.company>, 'state' | 'sort'>

/** What is open comes first, the most urgent on top; of what is over, the latest. `all` stands for no state in particular. */
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
      <TaskTabs />
      <PeopleBoard companyId={id} />
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
