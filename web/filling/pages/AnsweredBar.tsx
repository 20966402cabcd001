import { Progress } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useProgress } from '../../answers/draft/DraftContext.tsx'

/** How much of the form is answered. */
export function AnsweredBar() {
  const { t } = useTranslation()
  const { answered, total } = useProgress()
  return (
    <Progress
      size={6}
      radius="xl"
      value={total > 0 ? (answered / total) * 100 : 0}
      aria-label={t('filling.answered', { answered, total })}
    />
  )
}
