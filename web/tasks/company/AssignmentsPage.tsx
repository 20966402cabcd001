import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { Can } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { ClipboardDrawing } from '../../ui/drawings/ClipboardDrawing.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { useList } from '../../ui/list/useList.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import { LocalTime } from '../../ui/texts/LocalTime.tsx'
import { useAssigneeName } from '../form/assignees.ts'
import { TaskTabs } from './TaskTabs.tsx'

const TaskForm = lazyPart(() => import('../form/TaskForm.tsx').then(part => part.TaskForm))

/** What was asked of whom: each task once, however many people got it. */
export function AssignmentsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const assigneeName = useAssigneeName()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.tasks.list)

  const columns: Column<Task>[] = [
    { key: 'title', title: t('tasks.what'), cell: row => <bdi>{taskTitle(row)}</bdi>, sortable: true },
    {
      key: 'assignees',
      title: t('tasks.assignees'),
      cell: row => format.list(row.assignees.map(assigneeName)),
      width: '16rem',
    },
    {
      key: 'form_name',
      title: t('tasks.form'),
      cell: row => row.form_name && <ContentText text={row.form_name} />,
      width: '16rem',
      wideOnly: true,
    },
    {
      key: 'created_at',
      title: t('tasks.createdAt'),
      cell: row => <LocalTime value={row.created_at} as="date" />,
      sortable: true,
      width: '11rem',
    },
  ]

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
      <ListToolbar list={list} withArchive />
      <DataTable
        label={t('tasks.assignments')}
        list={list}
        columns={columns}
        href={row => `/company/tasks/assignments/${row.id}`}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<ClipboardDrawing />}
            title={t('tasks.empty')}
            text={t('tasks.emptyText')}
          />
        }
      />
      {isAdding && <TaskForm onClosed={() => setAdding(false)} />}
    </>
  )
}
