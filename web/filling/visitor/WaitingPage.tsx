import { Button } from '@mantine/core'
import { IconCloudUp } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { useRead } from '../../answers/draft/DraftContext.tsx'
import { errorText } from '../../lib/errorText.ts'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../draft/EndedPage.module.css'
import type { Entry } from '../journal/entry.ts'
import { takeBack } from '../journal/journal.ts'
import type { Sending } from './useSending.ts'

type Props = { form: PublicForm; entry: Entry; sending: Sending }

/** Between Send and the server's word: that it is safe here, and when it goes. */
export function WaitingPage({ form, entry, sending }: Props) {
  const { t } = useTranslation()
  const read = useRead()
  const { isBusy, problem, sendNow } = sending
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={styles.page}>
      <IconCloudUp size={56} className={styles.icon} data-status="info" />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {problem ? t('publicForm.waiting.title') : t('publicForm.waiting.sending')}
      </h1>
      <p className={styles.text}>{read(form.name)}</p>
      {problem && (
        <>
          <p className={styles.text}>{t('publicForm.waiting.text')}</p>
          {problem.status !== 0 && <Notice kind="attention">{errorText(problem, t)}</Notice>}
        </>
      )}
      <div className={styles.actions}>
        <Button size="xl" loading={isBusy || !problem} onClick={sendNow}>
          {t('publicForm.waiting.again')}
        </Button>
        {problem && !isBusy && entry.state === 'waiting' && !entry.was_attempted && (
          <Button size="lg" variant="default" onClick={() => takeBack(entry.user_id, entry.uuid)}>
            {t('filling.ended.takeBack')}
          </Button>
        )}
      </div>
    </section>
  )
}
