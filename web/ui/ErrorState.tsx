import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { remedyOf } from '../lib/remedy.ts'
import { RequestError } from '../lib/requestError.ts'
import { GateDrawing } from './drawings.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PathLink } from './PathLink.tsx'

/** In place of content that could not be fetched: what happened, what to do and where, and another try where one can help. */
export function ErrorState({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const { t } = useTranslation()
  const isFinal = error instanceof RequestError && [403, 404, 410].includes(error.status)
  const remedy = remedyOf(error)
  return (
    <EmptyState
      drawing={<GateDrawing />}
      title={isFinal ? t('common.notHere') : t('common.couldNotLoad')}
      text={errorText(error, t)}
      action={
        remedy ? (
          <PathLink href={remedy.href}>{t(remedy.text)}</PathLink>
        ) : (
          !isFinal &&
          onRetry && (
            <Button variant="default" onClick={onRetry}>
              {t('common.tryAgain')}
            </Button>
          )
        )
      }
    />
  )
}
