import { IconCheck, IconCircle, IconCircleDot } from '@tabler/icons-react'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { PartProgress } from '#shared/forms/progress.ts'
import { useProgress, useRead, useWhole } from './DraftContext.tsx'
import styles from './SectionList.module.css'

/** All sections, how far each is, and the end of the form. */
export function SectionList({ step, onPick }: { step: number; onPick?: () => void }) {
  const { t } = useTranslation()
  const read = useRead()
  const pages = useWhole(draft => draft.pages())
  const progress = useProgress()
  return (
    <nav aria-label={t('filling.sections')}>
      <ol className={styles.list}>
        {pages.map(({ id, sections }, index) => {
          const { answered, total, missing } = together(
            progress.sections.filter(one => sections.some(section => section.id === one.id)),
          )
          const isDone = missing === 0 && answered === total
          const Icon = isDone ? IconCheck : answered > 0 ? IconCircleDot : IconCircle
          return (
            <li key={id}>
              <StepLink step={index + 1} isCurrent={step === index + 1} onPick={onPick}>
                <Icon size={20} aria-hidden className={isDone ? styles.done : undefined} />
                <span className={styles.title}>{read(sections[0]?.title)}</span>
                <span className={styles.count}>{t('filling.answeredShort', { answered, total })}</span>
              </StepLink>
            </li>
          )
        })}
        <li>
          <StepLink step={pages.length + 1} isCurrent={step > pages.length} onPick={onPick}>
            <IconCircle size={20} aria-hidden className={styles.hidden} />
            <span className={styles.title}>{t('filling.end')}</span>
          </StepLink>
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

type StepProps = { step: number; isCurrent: boolean; onPick?: (() => void) | undefined; children: React.ReactNode }

function StepLink({ step, isCurrent, onPick, children }: StepProps) {
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  return (
    <Link
      to="/submission/filling/$id"
      params={{ id }}
      search={{ ...search, step }}
      className={styles.link}
      aria-current={isCurrent ? 'step' : undefined}
      onClick={onPick}
    >
      {children}
    </Link>
  )
}
