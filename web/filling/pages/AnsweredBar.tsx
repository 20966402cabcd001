import { useTranslation } from 'react-i18next'
import { useProgress } from '../../answers/draft/DraftContext.tsx'
import styles from './SectionList.module.css'

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
