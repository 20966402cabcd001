import { Button } from '@mantine/core'
import { IconCheck, IconForms, IconPlayerSkipForward } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { Can } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import { ReasonDrawer } from '../../ui/fields/ReasonDrawer.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { PathLink } from '../../ui/PathLink.tsx'
import { fillingPath } from '../taskState.ts'
import { asksFirst, completeTasks } from './pendingCompletions.ts'

/**
 * What can be done with an open task: fill in its form, which is for the person who has it, or complete it; or skip it.
 */
export function TaskActions({ sent }: { sent: SentTask }) {
  const { t } = useTranslation()
  const [isSkipping, setSkipping] = useState(false)
  const isOwn = sent.user_id === useUser()?.id
  const filling = fillingPath(sent)
  const { complete, asking } = useComplete(sent)
  return (
    <>
      <Can I="skip" a="SentTask" row={sent}>
        <Button variant="default" leftSection={<IconPlayerSkipForward size={20} />} onClick={() => setSkipping(true)}>
          {t('tasks.skip')}
        </Button>
      </Can>
      {filling && isOwn && (
        <Button component={PathLink} href={filling} leftSection={<IconForms size={20} />}>
          {sent.submission_id ? t('tasks.goOn') : t('tasks.fillIn')}
        </Button>
      )}
      {!filling && (
        <Can I="complete" a="SentTask" row={sent}>
          <Button leftSection={<IconCheck size={20} />} onClick={complete}>
            {t('tasks.complete')}
          </Button>
        </Can>
      )}
      {asking}
      {isSkipping && <SkipSheet tasks={[sent]} onClosed={() => setSkipping(false)} />}
    </>
  )
}

const ProofSheet = lazyPart(() => import('./ProofSheet.tsx').then(part => part.ProofSheet))

/** Completes a task at once, or asks first what was done where the task wants to know; `asking` is to be shown. */
export function useComplete(sent: SentTask): { complete: () => void; asking: ReactNode } {
  const [isAsking, setAsking] = useState(false)
  return {
    complete: () => (asksFirst(sent) ? setAsking(true) : completeTasks([sent], { how: 'complete' })),
    asking: isAsking && <ProofSheet sent={sent} onClosed={() => setAsking(false)} />,
  }
}

const reasons = ['elsewhere', 'notPossible', 'notThere', 'missing', 'notNeeded'] as const

type Props = {
  tasks: Pick<SentTask, 'id' | 'title' | 'titles' | 'company_id'>[]
  onClosed: () => void
  onSkipped?: () => void
}

/** Asks why a task is skipped, which can be undone. */
export function SkipSheet({ tasks, onClosed, onSkipped }: Props) {
  const { t } = useTranslation()
  return (
    <ReasonDrawer
      title={t('tasks.skipTitle', { count: tasks.length, title: tasks[0] && taskTitle(tasks[0]) })}
      question={t('tasks.skipQuestion')}
      reasons={reasons.map(reason => t(`tasks.skipReasons.${reason}`))}
      label={t('tasks.skipWords')}
      maxLength={500}
      submit={t('tasks.skip')}
      onChosen={(reason, close) => {
        completeTasks(tasks, { how: 'skip', ...(reason && { reason }) })
        close()
        onSkipped?.()
      }}
      onClosed={onClosed}
    />
  )
}
