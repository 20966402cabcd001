import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Task } from '#shared/tasks/contract.ts'
import { api } from '../../api.ts'
import { Can } from '../../lib/ability.tsx'
import { useFormat } from '../../lib/format.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { ClipboardDrawing } from '../../ui/drawings/Drawings.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { type Column, DataTable } from '../../ui/list/DataTable.tsx'
import { ListEmpty } from '../../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../../ui/list/ListToolbar.tsx'
import { useList } from '../../ui/list/useList.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { RowPage } from '../../ui/row/RowPage.tsx'
import { ContentText, LocalTime } from '../../ui/texts/ContentText.tsx'
import { ProblemText } from '../../ui/texts/ProblemText.tsx'
import { useAssigneeName, useRuleWords, useValueWords } from '../form/taskValues.ts'
import { later } from '../form/wallTime.ts'
import { OriginLink, SubjectLinks } from '../SubjectLinks.tsx'

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

type NamedTask = Task & { name: string }

/** The calls of a row's page, with the title as the name that it shows. */
const calls = {
  ...api.tasks,
  get: {
    query: (input: { id: number }) => ({
      queryKey: [...api.tasks.key, 'named', input],
      queryFn: async (): Promise<NamedTask> => {
        const task = await api.tasks.get(input)
        return { ...task, name: taskTitle(task) }
      },
    }),
  },
}

/** A task as it was given, to one person or to many. */
export function AssignmentPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useValueWords()
  const ruleWords = useRuleWords()
  const company = useCompanyFormat()
  const assigneeName = useAssigneeName()
  const { id } = useParams({ from: '/shell/company/tasks/assignments/$id' })
  return (
    <RowPage
      id={Number(id)}
      feature="tasks"
      subject="Task"
      calls={calls}
      back={{ to: '/company/tasks/assignments', text: t('tasks.assignments') }}
      head={task => <SeriesActions task={task} />}
      fields={task => [
        { label: t('tasks.description'), value: task.description && <bdi>{task.description}</bdi> },
        { label: t('tasks.assignees'), value: format.list(task.assignees.map(assigneeName)) },
        { label: t('tasks.form'), value: task.form_name && <ContentText text={task.form_name} /> },
        { label: t('tasks.subjects'), value: task.subjects[0] && <SubjectLinks subjects={task.subjects} /> },
        { label: t('tasks.priority'), value: words.priority(task.priority) },
        { label: t('tasks.repeat.legend'), value: task.recurrence && ruleWords(task) },
        {
          label: t('tasks.series.next'),
          value: task.next_at && <time dateTime={task.next_at}>{company.dateTime(task.next_at)}</time>,
        },
        { label: t('tasks.startsAt'), value: words.wallTime(task.starts_at) },
        { label: t('tasks.due'), value: words.wallTime(later(task.starts_at, task.due_after)) },
        {
          label: t('tasks.origin'),
          value: task.origin_submission_id && <OriginLink submissionId={task.origin_submission_id} />,
        },
        { label: t('tasks.createdAt'), value: <LocalTime value={task.created_at} /> },
      ]}
      form={(task, onClosed) => <TaskForm task={task} onClosed={onClosed} />}
    />
  )
}

/** Pauses a series, lets it continue, or ends it; each can be undone by the others. */
function SeriesActions({ task }: { task: Task }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const act = useMutation({
    mutationFn: (how: 'pause' | 'resume' | 'end') => api.tasks[how]({ id: task.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.tasks.key }),
  })
  if (task.recurrence === null || task.archived_at) return null
  const button = (how: 'pause' | 'resume' | 'end') => (
    <Button variant="default" loading={act.isPending && act.variables === how} onClick={() => act.mutate(how)}>
      {t(`tasks.series.${how}`)}
    </Button>
  )
  return (
    <>
      {task.paused_at && <Notice kind="attention">{t('tasks.series.paused')}</Notice>}
      {task.ended_at && <Notice kind="info">{t('tasks.series.ended')}</Notice>}
      {act.error && (
        <Notice kind="stop">
          <ProblemText error={act.error} />
        </Notice>
      )}
      <Can I="update" a="Task" row={task}>
        <Group gap="sm" mb="md">
          {task.is_active ? button('pause') : button('resume')}
          {!task.ended_at && button('end')}
        </Group>
      </Can>
    </>
  )
}
