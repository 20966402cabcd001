import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useKeeping } from '../../answers/draft/DraftContext.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../draft/FillingScreen.module.css'

/**
 * Says when this device cannot keep what is typed, and what to do about it; `children` stand below the words. It stands over the way on, in
 * sight wherever in the form somebody is, and moves nothing: it comes while they answer.
 */
export function KeepingNotice({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const { problem } = useKeeping()
  return (
    problem && (
      <div className={styles.keeping}>
        <Notice kind="stop">
          {t(`filling.keeping.${problem}`)}
          {children}
        </Notice>
      </div>
    )
  )
}
