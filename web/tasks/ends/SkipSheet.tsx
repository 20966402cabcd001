import { Button, Drawer, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import { taskTitle } from '../../lib/taskTitle.ts'
import styles from './SkipSheet.module.css'
import { endTasks } from './taskEnds.ts'

const reasons = ['elsewhere', 'notPossible', 'notThere', 'missing', 'notNeeded'] as const

type Props = {
  tasks: Pick<SentTask, 'id' | 'title' | 'titles' | 'company_id'>[]
  onClosed: () => void
  onSkipped?: () => void
}

/** Asks why a task is skipped: one tap on a reason does it, words of one's own take two. Both can be taken back. */
export function SkipSheet({ tasks, onClosed, onSkipped }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  useEffect(() => setOpened(true), [])

  function skip(reason: string) {
    endTasks(tasks, { how: 'skip', ...(reason && { reason }) })
    setOpened(false)
    onSkipped?.()
  }

  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={t('tasks.skipTitle', { count: tasks.length, title: tasks[0] && taskTitle(tasks[0]) })}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
    >
      <p className={styles.question}>{t('tasks.skipQuestion')}</p>
      <div className={styles.choices}>
        {reasons.map((reason, index) => {
          const text = t(`tasks.skipReasons.${reason}`)
          return (
            <Button
              key={reason}
              variant="default"
              size="lg"
              justify="flex-start"
              data-autofocus={index === 0 || undefined}
              onClick={() => skip(text)}
            >
              {text}
            </Button>
          )
        })}
      </div>
      <form
        className={styles.words}
        onSubmit={event => {
          event.preventDefault()
          skip(words.trim())
        }}
      >
        <Textarea
          label={t('tasks.skipWords')}
          maxLength={500}
          minRows={1}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!words.trim()}>
          {t('tasks.skip')}
        </Button>
      </form>
    </Drawer>
  )
}
