import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { KeyUnavailableError } from '../lib/encryption/deviceKey.ts'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { GateDrawing } from './drawings/GateDrawing.tsx'
import { EmptyState } from './EmptyState.tsx'
import { PathLink } from './PathLink.tsx'
import { remedyOf } from './texts/ProblemText.tsx'

type Props = {
  error: unknown
  onRetry?: () => void
  /** It is tried again at this moment. */
  isTrying?: boolean
}

/**
 * In place of content that could not be fetched: what happened, what to do and where, and another try where one can
 * help.
 */
export function ErrorState({ error, onRetry, isTrying = false }: Props) {
  const { t } = useTranslation()
  const isFinal = error instanceof RequestError && [403, 404, 410].includes(error.status)
  const isSealed = error instanceof KeyUnavailableError
  const remedy = remedyOf(error)
  return (
    <EmptyState
      isFailure
      drawing={<GateDrawing />}
      title={isSealed ? t('filling.keyAway.title') : isFinal ? t('common.notHere') : t('common.couldNotLoad')}
      text={isSealed ? t('filling.keyAway.text') : errorText(error, t)}
      action={
        remedy ? (
          <PathLink href={remedy.href}>{t(remedy.text)}</PathLink>
        ) : (
          !isFinal &&
          onRetry && (
            <Button variant="default" onClick={onRetry} loading={isTrying}>
              {t('common.tryAgain')}
            </Button>
          )
        )
      }
    />
  )
}
