import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDraft } from '../../answers/draft/DraftContext.tsx'
import { useEntryErrorText } from '../../lib/errorText.ts'
import { outbox } from '../../lib/offline/sending.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { Entry } from '../journal/entry.ts'
import { sendWithoutTask } from '../journal/journal.ts'
import { SubjectSheet } from '../subject/SubjectSheet.tsx'
import styles from './RefusalNotice.module.css'

/** Why the server did not take what was completed, and the ways out. */
export function RefusalNotice({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { about } = useDraft().definition.settings ?? {}
  const [isAsking, setAsking] = useState(false)
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
              if (await sendWithoutTask(entry.user_id, entry.uuid)) await outbox.sendNow()
            }}
          >
            {t('filling.sendWithoutTask')}
          </Button>
        )}
        {error.code === 'subject_required' && about && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('filling.about.title')}
          </Button>
        )}
        {isAsking && about && <SubjectSheet entry={entry} about={about} onClose={() => setAsking(false)} />}
        {error.code === 'submission_complete' && server_id !== null && (
          <Link to="/submission/view/$id" params={{ id: String(server_id) }}>
            {t('filling.openReceived')}
          </Link>
        )}
      </div>
    </Notice>
  )
}
