import { useTranslation } from 'react-i18next'
import styles from './Setup.module.css'
import { type Step, steps } from './steps.ts'

/** How far one is: in words, and as marks for the eye. */
export function SetupProgress({ step }: { step: Step }) {
  const { t } = useTranslation()
  const reached = steps.indexOf(step)
  return (
    <div className={styles.progress}>
      <span>{t('companies.setup.progress', { step: reached + 1, of: steps.length })}</span>
      <ol className={styles.marks} aria-hidden>
        {steps.map((one, index) => (
          <li key={one} className={styles.mark} data-reached={index <= reached || undefined} />
        ))}
      </ol>
    </div>
  )
}
