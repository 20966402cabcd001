import { Button, Group, Text } from '@mantine/core'
import { IconCircleCheck, IconCloudUp, IconDeviceMobileDown, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { criticalFailedIn } from '#shared/forms/scoring/criticalFailed.ts'
import { useDraft, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import { FormText } from '../../answers/texts/FormText.tsx'
import { useFormat } from '../../lib/format.ts'
import { installOffer, noteInstallOffer } from '../../lib/installOffer.ts'
import { ScoreFigure } from '../../ui/figures/ScoreFigure.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import { TasksToOpen } from '../pages/EndOfForm.tsx'
import { takeBack, undiscard } from '../storage/commands.ts'
import type { Entry } from '../storage/entry.ts'
import styles from './EndedPage.module.css'

/** The question about the subject, before the form. It shares a chunk with the end of a form. */
export { SubjectStep } from '../subject/SubjectStep.tsx'

/** After a form: that it is safe, where it is now, and what it came to. */
export function Ended({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useLocalizedText()
  const draft = useDraft()
  const { score, tasks } = draft.evaluation()
  const { thanks } = draft.definition.settings ?? {}
  const heading = useRef<HTMLHeadingElement>(null)
  const isDone = entry.state === 'done'
  const isDiscarded = entry.state === 'discarded'
  // A follow-up has no result of its own.
  const isWhole = !isDiscarded && !entry.follows
  // What failed and what came of it leads, before the word that it is sent.
  const criticalFailed = criticalFailedIn(score)
  const hasFailed = isWhole && (criticalFailed > 0 || tasks.length > 0)
  const Icon = isDiscarded ? IconTrash : isDone ? IconCircleCheck : IconCloudUp
  usePageTitle(read(entry.form_name))
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <section className={styles.page}>
      {hasFailed && (
        <div id="outcome" className={styles.outcome}>
          <ScoreFigure {...score} criticalFailed={criticalFailed} />
          <TasksToOpen tasks={tasks} areOpened={isDone} />
        </div>
      )}
      {!hasFailed && <Icon size={56} className={styles.icon} data-status={isDone ? 'ok' : 'info'} />}
      <h1 ref={heading} tabIndex={-1} className={styles.title} aria-describedby={hasFailed ? 'outcome' : undefined}>
        {isDiscarded ? t('filling.ended.discarded') : isDone ? t('filling.ended.sent') : t('filling.ended.kept')}
      </h1>
      <p className={styles.text}>{read(entry.form_name)}</p>
      {!isDiscarded && (
        <p className={styles.text} role="status">
          {isDone && entry.sent_at
            ? t('filling.ended.sentAt', { time: format.dateTime(entry.sent_at) })
            : t('filling.ended.willBeSent')}
        </p>
      )}
      {isWhole && thanks && (
        <p className={styles.words}>
          <FormText text={thanks} />
        </p>
      )}
      {isWhole && !hasFailed && <ScoreFigure {...score} criticalFailed={0} />}
      {isWhole && <InstallOffer />}
      <div className={styles.actions}>
        <Button size="xl" component={Link} to="/tasks">
          {t('filling.ended.toTasks')}
        </Button>
        {isDone && entry.server_id !== null && (
          <Button size="lg" variant="default" component={Link} to={`/submission/view/${entry.server_id}`}>
            {t('filling.ended.view')}
          </Button>
        )}
        {entry.state === 'waiting' && !entry.was_attempted && (
          <Button size="lg" variant="default" onClick={() => takeBack(entry.user_id, entry.uuid)}>
            {t('filling.ended.takeBack')}
          </Button>
        )}
        {isDiscarded && (
          <Button size="lg" variant="default" onClick={() => undiscard(entry.user_id, entry.uuid)}>
            {t('filling.bringBack')}
          </Button>
        )}
      </div>
    </section>
  )
}

/** Offers the home screen after the first completed form, once, where the browser can install tend. */
function InstallOffer() {
  const { t } = useTranslation()
  const [offer, setOffer] = useState(installOffer)
  useEffect(() => {
    if (offer) noteInstallOffer()
  }, [offer])
  if (!offer) return null
  return (
    <Notice kind="info">
      <Text mb="xs">{t('filling.install.text')}</Text>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconDeviceMobileDown size={20} />}
          onClick={() => {
            setOffer(undefined)
            void offer.prompt()
          }}
        >
          {t('filling.install.add')}
        </Button>
        <Button variant="subtle" onClick={() => setOffer(undefined)}>
          {t('filling.install.notNow')}
        </Button>
      </Group>
    </Notice>
  )
}
