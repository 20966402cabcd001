import { Button } from '@mantine/core'
import { IconCheck, IconForms, IconPlayerSkipForward } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { Can } from '../../lib/ability.tsx'
import { useUser } from '../../lib/session/session.ts'
import { PathLink } from '../../ui/PathLink.tsx'
import { fillingPath } from '../fillingPath.ts'
import { SkipSheet } from './SkipSheet.tsx'
import { useComplete } from './useComplete.tsx'

/** What can be done with an open task: fill in its form, which is for the person who has it, or complete it; or skip it. */
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
