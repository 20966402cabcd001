import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
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
import { PersonFilter } from './PersonFilter.tsx'
import { useTaskEnds } from './queries.ts'
import { TaskBulkBar } from './TaskBulkBar.tsx'
import { TaskTabs } from './TaskTabs.tsx'
import { useSentTaskColumns } from './useSentTaskColumns.tsx'

const TaskForm = lazyPart(() => import('./TaskForm.tsx').then(part => part.TaskForm))

/** What everyone in the company has to do and has done. */
export function CompanyTasksPage() {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  const id = useUser()?.company_id ?? 0
  const list = useList(api.tasks.company, { id })
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
          all={t('tasks.allStates')}
          choices={sentTaskStates.map(state => ({ value: state, label: t(`tasks.filters.${state}`) }))}
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
