import { UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertOctagon, IconCheck, IconChevronDown, IconCircle, IconCircleDot } from '@tabler/icons-react'
import type { ComponentProps, ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { SectionProgress } from '#shared/forms/answers/progress.ts'
import { hasUntitledSection } from '#shared/forms/appearance.ts'
import type { Section } from '#shared/forms/definition.ts'
import {
  useDraft,
  useDraftSelector,
  useLocalizedText,
  useProgress,
  useSaveStatus,
} from '../../answers/draft/DraftContext.tsx'
import { BottomSheet } from '../../answers/texts/BottomSheet.tsx'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import type { StepLinkProps } from './FillingLinks.tsx'
import styles from './SectionList.module.css'

type Props = Pick<ComponentProps<typeof SectionList>, 'step' | 'Step'>

/** Where in the form one is, and that it is kept. Phones reach all sections from here. */
export function SectionLine({ step, Step }: Props) {
  const { t } = useTranslation()
  const nameOf = usePageName()
  const [isListOpen, list] = useDisclosure()
  const pages = useDraftSelector(draft => draft.pages())
  const page = pages[step - 1]
  return (
    <>
      <div className={styles.line}>
        <UnstyledButton className={styles.section} onClick={list.open} aria-haspopup="dialog">
          <span className={styles.ellipsis}>
            {page
              ? t('filling.sectionOf', { number: step, count: pages.length, title: nameOf(page) })
              : t('filling.end')}
          </span>
          <IconChevronDown size={18} />
        </UnstyledButton>
        <Saved />
      </div>
      <BottomSheet opened={isListOpen} onClose={list.close} title={t('filling.sections')}>
        <SectionList step={step} Step={Step} onPick={list.close} />
      </BottomSheet>
    </>
  )
}

/** Apart, since it changes with every answer. */
function Saved() {
  const { savedAt, isSlow, problem } = useSaveStatus()
  return (
    <span className={styles.saved}>
      <SavedIndicator savedAt={problem ? null : savedAt} isSaving={isSlow} />
    </span>
  )
}

type ListProps = {
  step: number
  /** What leads to a step. */
  Step: ComponentType<StepLinkProps>
  onPick?: () => void
}

/** All sections, how far each is, and the end of the form. */
export function SectionList({ step, Step, onPick }: ListProps) {
  const { t } = useTranslation()
  const nameOf = usePageName()
  const pages = useDraftSelector(draft => draft.pages())
  const progress = useProgress()
  return (
    <nav aria-label={t('filling.sections')}>
      <ol className={styles.list}>
        {pages.map((page, index) => {
          const { id, sections } = page
          const { answered, total, missing, hasFailed } = together(
            progress.sections.filter(one => sections.some(section => section.id === one.id)),
          )
          // Where nothing is asked yet (no animal is listed, say), nothing is done.
          const isDone = total > 0 && missing === 0 && answered === total
          const Icon = hasFailed ? IconAlertOctagon : isDone ? IconCheck : answered > 0 ? IconCircleDot : IconCircle
          const mark = hasFailed
            ? { className: styles.failed, role: 'img', 'aria-label': t('filling.failed'), 'aria-hidden': false }
            : { className: isDone ? styles.done : undefined }
          return (
            <li key={id}>
              <Step step={index + 1} isCurrent={step === index + 1} onPick={onPick}>
                <Icon size={20} {...mark} />
                <span className={styles.title}>{nameOf(page)}</span>
                {total > 0 && <span className={styles.count}>{t('filling.answeredShort', { answered, total })}</span>}
              </Step>
            </li>
          )
        })}
        <li>
          <Step step={pages.length + 1} isCurrent={step > pages.length} onPick={onPick}>
            <IconCircle size={20} className={styles.hidden} />
            <span className={styles.title}>{t('filling.end')}</span>
          </Step>
        </li>
      </ol>
    </nav>
  )
}

const together = (parts: SectionProgress[]) => ({
  hasFailed: parts.some(part => part.hasFailed),
  answered: parts.reduce((count, part) => count + part.answered, 0),
  total: parts.reduce((count, part) => count + part.total, 0),
  missing: parts.reduce((count, part) => count + part.missing.length, 0),
})

/** How much of the form is answered. */
export function AnsweredBar() {
  const { t } = useTranslation()
  const { answered, total } = useProgress()
  const percent = total > 0 ? (answered / total) * 100 : 0
  return (
    <div
      className={styles.bar}
      role="progressbar"
      aria-label={t('filling.answered', { answered, total })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <div className={styles.answeredBarDone} style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}

/** What a page of the form is called: as its first section, if its maker has said. */
function usePageName(): (page: { sections: readonly Section[] }) => string {
  const { t } = useTranslation()
  const read = useLocalizedText()
  const isUntitled = hasUntitledSection(useDraft().definition.sections)
  return ({ sections }) => (isUntitled ? t('filling.questions') : read(sections[0]?.title))
}
