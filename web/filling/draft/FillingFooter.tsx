import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useWhole } from '../../answers/draft/DraftContext.tsx'
import type { Writer } from '../journal/Writer.ts'
import { useRowSteps } from '../pages/RowSteps.tsx'
import { BackButton, NextButton } from '../pages/StepBar.tsx'
import { CompleteButton } from './CompleteButton.tsx'
import styles from './FillingScreen.module.css'

/** The way on, at the thumb, and the way back: from page to page, or from row to row while one is open. */
export function FillingFooter({ writer, step }: { writer: Writer; step: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const pages = useWhole(draft => draft.pages())
  const isEnd = step > pages.length
  const rowSteps = useRowSteps()

  const next = () => navigate({ to: '.', search: { ...search, step: step + 1 }, hash: '', state: { cameFrom: step } })

  // Where Next has brought us, the way back is the browser's own, so that both go the same way.
  function back() {
    if (router.history.location.state.cameFrom === step - 1) router.history.back()
    else navigate({ to: '.', search: { ...search, step: step - 1 }, hash: '', replace: true })
  }

  if (rowSteps)
    return (
      <footer className={styles.footer}>
        {rowSteps.before && <BackButton onClick={rowSteps.before}>{t('filling.rows.before')}</BackButton>}
        <NextButton onClick={rowSteps.next}>
          {rowSteps.isLast ? t('filling.rows.all') : t('filling.rows.next')}
        </NextButton>
      </footer>
    )
  return (
    <footer className={styles.footer}>
      {step > 1 && <BackButton onClick={back}>{t('filling.back')}</BackButton>}
      {isEnd ? (
        <CompleteButton writer={writer} className={styles.next} />
      ) : (
        <NextButton onClick={next}>{step === pages.length ? t('filling.toEnd') : t('filling.next')}</NextButton>
      )}
    </footer>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step from which Next led here. */
    cameFrom?: number
  }
}
