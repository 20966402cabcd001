import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { CompleteButton } from './CompleteButton.tsx'
import { useWhole } from './DraftContext.tsx'
import styles from './FillingFooter.module.css'

/** The way on, at the thumb, and the way back. */
export function FillingFooter({ step }: { step: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const pages = useWhole(draft => draft.pages())
  const isEnd = step > pages.length

  const next = () => navigate({ to: '.', search: { ...search, step: step + 1 }, hash: '', state: { cameFrom: step } })

  // Where Next has brought us, the way back is the browser's own, so that both go the same way.
  function back() {
    if (router.history.location.state.cameFrom === step - 1) router.history.back()
    else navigate({ to: '.', search: { ...search, step: step - 1 }, hash: '', replace: true })
  }

  return (
    <footer className={styles.footer}>
      {step > 1 && (
        <Button
          variant="default"
          size="xl"
          className={styles.back}
          leftSection={<IconArrowLeft size={22} className={styles.arrow} />}
          onClick={back}
        >
          {t('filling.back')}
        </Button>
      )}
      {isEnd ? (
        <CompleteButton className={styles.next} />
      ) : (
        <Button
          size="xl"
          className={styles.next}
          rightSection={<IconArrowRight size={22} className={styles.arrow} />}
          onClick={next}
        >
          {step === pages.length ? t('filling.toEnd') : t('filling.next')}
        </Button>
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
