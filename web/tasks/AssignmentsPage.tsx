import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/tasks/contract.ts'
import { Can } from '../lib/ability.tsx'
import { api } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { ContentText } from '../ui/ContentText.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { ListEmpty } from '../ui/ListEmpty.tsx'
import { ListToolbar } from '../ui/ListToolbar.tsx'
import { LocalTime } from '../ui/LocalTime.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { useList } from '../ui/useList.ts'
import { useAssigneeName } from './assignees.ts'
import { TaskTabs } from './TaskTabs.tsx'

const TaskForm = lazyPart(() => import('./TaskForm.tsx').then(part => part.TaskForm))

/** What was asked of whom: each task once, however many people got it. */
export function AssignmentsPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const assigneeName = useAssigneeName()
  const [isAdding, setAdding] = useState(false)
  const list = useList(api.tasks.list)

  const columns: Column<Task>[] = [
    { key: 'title', title: t('tasks.what'), cell: row => <bdi>{row.title}</bdi>, sortable: true },
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
