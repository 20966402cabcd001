import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { tasks } from '#shared/tasks/contract.ts'
import { sentTaskStates } from '#shared/tasks/sentTaskStates.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { useUser } from '../lib/session.ts'
import { DataTable } from '../ui/DataTable.tsx'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListFilter } from '../ui/ListFilter.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useList } from '../ui/useList.ts'
import { useSelection } from '../ui/useSelection.ts'
import { JustEnded } from './JustEnded.tsx'
import { NoTasks } from './NoTasks.tsx'
import { PersonFilter } from './PersonFilter.tsx'
import { useTaskEnds } from './queries.ts'
import { TaskBulkBar } from './TaskBulkBar.tsx'
import { TaskTabs } from './TaskTabs.tsx'
import { useSentTaskColumns } from './useSentTaskColumns.tsx'

const TaskForm = lazyPart(() => import('./TaskForm.tsx').then(part => part.TaskForm))

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
  const list = useList(api.tasks.company, { id, ...asked(state, sort) })
  const selection = useSelection()
  const ends = useTaskEnds()
  const columns = useSentTaskColumns(ends)

  return (
    <>
      <PageHeader
        title={t('tasks.title')}
        count={list.page?.meta.total}
        actions={
          <Can I="create" a="Task">
            <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('tasks.add')}
            </Button>
          </Can>
        }
      />
      <TaskTabs />
      <ListToolbar list={list}>
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
        <PersonFilter list={list} />
      </ListToolbar>
      <JustEnded ends={ends} />
      <DataTable
        label={t('tasks.title')}
        list={list}
        columns={columns}
        href={row => `/tasks/${row.id}`}
        selection={selection}
        empty={
          <ListEmpty
            list={list}
            filters={['state', 'user_id']}
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
