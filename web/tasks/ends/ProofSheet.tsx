import { Button, Drawer, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SentTask } from '#shared/tasks/contract.ts'
import styles from './SkipSheet.module.css'
import { endTasks } from './taskEnds.ts'

/** Asks what was done before a task is done: whoever found it reads it. */
export function ProofSheet({ sent, onClosed }: { sent: SentTask; onClosed: () => void }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const [words, setWords] = useState('')
  useEffect(() => setOpened(true), [])
  return (
    <Drawer
      opened={opened}
      onClose={() => setOpened(false)}
      onExitTransitionEnd={onClosed}
      position="bottom"
      title={sent.title}
      closeButtonProps={{ 'aria-label': t('common.close') }}
      classNames={{ content: styles.content, title: styles.title, body: styles.body }}
    >
      <form
        className={styles.words}
        onSubmit={event => {
          event.preventDefault()
          endTasks([sent], { how: 'complete', note: words.trim() })
          setOpened(false)
        }}
      >
        <Textarea
          label={t('tasks.proofWords')}
          data-autofocus
          maxLength={500}
          minRows={2}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        <Button type="submit" size="lg" disabled={!words.trim()}>
          {t('tasks.complete')}
        </Button>
      </form>
    </Drawer>
  )
}
