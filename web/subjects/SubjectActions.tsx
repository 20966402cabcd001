import { Button } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { NamedSubject } from '#shared/subjects/contract.ts'
import { Can } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'

const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))
const FillInSheet = lazyPart(() => import('../filling/FillInSheet.tsx').then(part => part.FillInSheet))

/** What people come to the page of an animal, a group, a place or a vehicle for: to fill in something about it, or to give a task. */
export function SubjectActions({ about }: { about: NamedSubject }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'form' | 'task'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Can I="create" a="Task">
        <Button variant="default" leftSection={<IconPlus size={20} />} onClick={() => setOpen('task')}>
          {t('tasks.add')}
        </Button>
      </Can>
      <Can I="create" a="Submission">
        <Button leftSection={<IconForms size={20} />} onClick={() => setOpen('form')}>
          {t('tasks.fillIn')}
        </Button>
      </Can>
      {open === 'task' && <TaskForm about={[about]} onClosed={close} />}
      {open === 'form' && <FillInSheet about={about} onClosed={close} />}
    </>
  )
}
