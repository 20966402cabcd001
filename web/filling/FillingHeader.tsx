import { ActionIcon, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Entry } from '../lib/offline/entry.ts'
import { lazyPart } from '../ui/lazyPart.tsx'
import { usePageTitle } from '../ui/pageTitle.ts'
import { SavedIndicator } from '../ui/SavedIndicator.tsx'
import { AnsweredBar } from './AnsweredBar.tsx'
import { BottomSheet } from './BottomSheet.tsx'
import { useKeeping, useRead, useWhole } from './DraftContext.tsx'
import styles from './FillingHeader.module.css'
import { SectionList } from './SectionList.tsx'
import { StepLink } from './StepLink.tsx'

const SubjectWarnings = lazyPart(() => import('../subjects/SubjectWarnings.tsx').then(part => part.SubjectWarnings))

/** What is filled in, how far it is, and that it is kept. Phones reach all sections from here. */
export function FillingHeader({ entry, step }: { entry: Entry; step: number }) {
  const { t } = useTranslation()
  const read = useRead()
  const [isListOpen, list] = useDisclosure()
  const pages = useWhole(draft => draft.pages())
  const page = pages[step - 1]
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
          {about.length > 0 && <p className={styles.about}>{about.join(' · ')}</p>}
          {entry.subjects.length > 0 && <SubjectWarnings subjects={entry.subjects} />}
        </div>
      </div>
      <AnsweredBar />
      <div className={styles.line}>
        <UnstyledButton className={styles.section} onClick={list.open} aria-haspopup="dialog">
          <span className={styles.ellipsis}>
            {page
              ? t('filling.sectionOf', { number: step, count: pages.length, title: read(page.sections[0]?.title) })
              : t('filling.end')}
          </span>
          <IconChevronDown size={18} aria-hidden />
        </UnstyledButton>
        <Saved />
      </div>
      <BottomSheet opened={isListOpen} onClose={list.close} title={t('filling.sections')}>
        <SectionList step={step} Step={StepLink} onPick={list.close} />
      </BottomSheet>
    </header>
  )
}

function Saved() {
  const { savedAt, isSlow } = useKeeping()
  return (
    <span className={styles.saved}>
      <SavedIndicator savedAt={savedAt} isSaving={isSlow} />
    </span>
  )
}
