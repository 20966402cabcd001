import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../answers/draft/DraftContext.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import type { Entry } from '../journal/entry.ts'
import { AnsweredBar } from '../pages/AnsweredBar.tsx'
import { SectionLine } from '../pages/SectionLine.tsx'
import { StepLink } from '../pages/StepLink.tsx'
import styles from './FillingScreen.module.css'

const SubjectWarnings = lazyPart(() => import('../../subjects/SubjectWarnings.tsx').then(part => part.SubjectWarnings))

/** What is filled in, how far it is, and that it is kept. */
export function FillingHeader({ entry, step }: { entry: Entry; step: number }) {
  const { t } = useTranslation()
  const read = useRead()
  const title = read(entry.form_name)
  const about = [entry.task_title, ...entry.subjects.map(subject => subject.name)].filter(
    text => text && text !== title,
  )
  usePageTitle(title)
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <ActionIcon
          component={Link}
          to={entry.task_sent_id === null ? '/submission' : '/tasks'}
          aria-label={t('filling.leave')}
          title={t('filling.leave')}
          className={styles.leave}
        >
          <IconX size={24} />
        </ActionIcon>
        <div className={styles.names}>
          <h1 className={styles.title}>{title}</h1>
          {(about.length > 0 || entry.subjects.length > 0) && (
            <div className={styles.subjects} data-warnable={entry.subjects.length > 0 || undefined}>
              <p className={styles.about}>{about.join(' · ')}</p>
              {entry.subjects.length > 0 && <SubjectWarnings subjects={entry.subjects} />}
            </div>
          )}
        </div>
      </div>
      <AnsweredBar />
      <SectionLine step={step} Step={StepLink} />
    </header>
  )
}
