import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Entry } from '../lib/offline/entry.ts'
import { sendWithoutTask } from '../lib/offline/journal.ts'
import { outbox } from '../lib/offline/start.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './RefusalNotice.module.css'
import { useErrorWords } from './useErrorWords.ts'

/** Why the server did not take what was completed, and the ways out. */
export function RefusalNotice({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const words = useErrorWords()
  const { last_error: error, server_id } = entry
  if (!error || error.status === 0 || error.status === 401 || entry.conflict) return null
  const isTaskOver = entry.task_sent_id !== null && /^task_/.test(error.code)
  return (
    <Notice kind={entry.state === 'refused' ? 'stop' : 'attention'}>
      <div className={styles.lines}>
        <p className={styles.text}>{t('filling.refused', { reason: words(error) })}</p>
        {isTaskOver && (
          <Button
            variant="default"
            onClick={async () => {
              if (await sendWithoutTask(entry.user_id, entry.uuid)) await outbox.hurry()
            }}
          >
            {t('filling.sendWithoutTask')}
          </Button>
        )}
        {error.code === 'submission_complete' && server_id !== null && (
          <Link to="/submission/view/$id" params={{ id: String(server_id) }}>
            {t('filling.openReceived')}
          </Link>
        )}
      </div>
    </Notice>
  )
}
