import { Button } from '@mantine/core'
import { IconArchive, IconArchiveOff, IconEdit, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CurrentStatus } from '#shared/subjects/contract.ts'
import { registry, type SubjectFeature, subjectTypes } from '#shared/subjects/registry.ts'
import { Can } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { actOnEach } from '../ui/list/actOnEach.ts'
import { BulkBar } from '../ui/list/BulkBar.tsx'
import { usePicked } from '../ui/list/usePicked.ts'
import type { Selection } from '../ui/list/useSelection.ts'
import { tellDone, tellUndo } from '../ui/toast.tsx'
import type { Filter, Update } from './BulkEdit.tsx'
import { BulkEdit } from './BulkEdit.tsx'

const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

/** A task is about no more. */
const maxSubjects = 50

/** What the rows of all registers have. */
export type SubjectRow = {
  last_checked_at: string | null
  id: number
  name: string
  status: CurrentStatus | null
  updated_at: string
  archived_at: string | null
}
type Act = (input: { id: number }) => Promise<unknown>
export type Archiving = { remove: Act; restore: Act }

type Props<Row> = {
  feature: SubjectFeature
  subject: string
  calls: Archiving & { update: Update }
  /** What the list is narrowed by, and so what many can be changed in at once. */
  fields: Filter[]
  selection: Selection
  /** What else can be done with rows of this register that are not archived. */
  more?(rows: Row[], done: () => void): ReactNode
}

/** Gives a task about the picked rows of a register; archives them, which can be taken back, and restores those that are archived. */
export function SubjectBulkBar<Row extends SubjectRow>(props: Props<Row>) {
  const { feature, subject, calls, selection, more } = props
  const fields = props.fields.filter(({ isDerived }) => !isDerived)
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [about, setAbout] = useState<Row[]>()
  const [editing, setEditing] = useState<Row[]>()
  const type = subjectTypes.find(one => registry[one].feature === feature)
  const picked = usePicked<Row>([feature, 'list'], selection)
  const [present, archived] = [picked.filter(row => !row.archived_at), picked.filter(row => row.archived_at)]
  const onSettled = () => queries.invalidateQueries({ queryKey: [feature] })
  const said = (some: Row[]) => ({ count: some.length, name: some[0]?.name ?? '' })
  const each = (some: Row[], act: Act) =>
    actOnEach(
      some,
      ({ name }) => name,
      ({ id }) => act({ id }),
    )
  const restoring = useMutation({
    mutationFn: (some: Row[]) => each(some, calls.restore),
    onSuccess: some => tellDone(t('common.restoredSome', said(some))),
    onSettled,
  })
  const archiving = useMutation({
    mutationFn: (some: Row[]) => each(some, calls.remove),
    onSuccess: some => tellUndo(t('common.archivedSome', said(some)), t('common.undo'), () => restoring.mutate(some)),
    onSettled,
  })
  const acts = [
    { some: present, text: t('common.archive'), icon: <IconArchive size={18} />, perform: archiving.mutate },
    { some: archived, text: t('common.restore'), icon: <IconArchiveOff size={18} />, perform: restoring.mutate },
  ]
  return (
    <>
      <BulkBar selection={selection}>
        {present.length > 0 && present.length <= maxSubjects && (
          <Can I="create" a="Task">
            <Button variant="default" leftSection={<IconPlus size={18} />} onClick={() => setAbout(present)}>
              {t('tasks.add')}
            </Button>
          </Can>
        )}
        {present.length > 0 && fields.length > 0 && (
          <Can I="update" a={subject}>
            <Button variant="default" leftSection={<IconEdit size={18} />} onClick={() => setEditing(present)}>
              {t('subjects.bulk.open')}
            </Button>
          </Can>
        )}
        {present.length > 0 && more?.(present, selection.clear)}
        {acts.map(
          ({ some, text, icon, perform }) =>
            some.length > 0 && (
              <Button
                key={text}
                variant="default"
                leftSection={icon}
                onClick={() => {
                  perform(some)
                  selection.clear()
                }}
              >
                {text}
              </Button>
            ),
        )}
      </BulkBar>
      {editing && (
        <BulkEdit
          feature={feature}
          rows={editing}
          fields={fields}
          update={calls.update}
          onClosed={() => setEditing(undefined)}
          onDone={selection.clear}
        />
      )}
      {about && type && (
        <TaskForm about={about.map(({ id, name }) => ({ type, id, name }))} onClosed={() => setAbout(undefined)} />
      )}
    </>
  )
}
