import { IconCheck, IconCircle, IconCircleDot } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import type { PartProgress } from '#shared/forms/answers/progress.ts'
import { useProgress, useWhole } from '../../answers/draft/DraftContext.tsx'
import styles from './SectionList.module.css'
import type { StepLinkProps } from './StepLink.tsx'
import { usePageName } from './usePageName.ts'

type Props = {
  step: number
  /** What leads to a step. */
  Step: ComponentType<StepLinkProps>
  onPick?: () => void
}

/** All sections, how far each is, and the end of the form. */
export function SectionList({ step, Step, onPick }: Props) {
  const { t } = useTranslation()
  const nameOf = usePageName()
  const pages = useWhole(draft => draft.pages())
  const progress = useProgress()
  return (
    <nav aria-label={t('filling.sections')}>
      <ol className={styles.list}>
        {pages.map((page, index) => {
          const { id, sections } = page
          const { answered, total, missing } = together(
            progress.sections.filter(one => sections.some(section => section.id === one.id)),
          )
          // Where nothing is asked yet (no animal is listed, say), nothing is done.
          const isDone = total > 0 && missing === 0 && answered === total
          const Icon = isDone ? IconCheck : answered > 0 ? IconCircleDot : IconCircle
          return (
            <li key={id}>
              <Step step={index + 1} isCurrent={step === index + 1} onPick={onPick}>
                <Icon size={20} className={isDone ? styles.done : undefined} />
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

const together = (parts: PartProgress[]) => ({
  answered: parts.reduce((count, part) => count + part.answered, 0),
  total: parts.reduce((count, part) => count + part.total, 0),
  missing: parts.reduce((count, part) => count + part.missing.length, 0),
})
