import { Button, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../../lib/errorText.ts'
import type { RequestError } from '../../../lib/requestError.ts'
import { useAction } from '../../../lib/useAction.ts'
import { ClipboardDrawing } from '../../../ui/drawings/Drawings.tsx'
import { GateDrawing } from '../../../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { usePageTitle } from '../../../ui/page/pageTitle.ts'
import type { Link } from '../publicLink.ts'
import { isNoAnswer } from '../useForm.ts'
import styles from './ClosedPage.module.css'

type Props = { link: Link; error: RequestError; onRetry: () => Promise<void> }

/**
 * In place of a form that cannot be filled in: why not, kindly, and what to do. What was typed before is still there,
 * and can be removed.
 */
export function ClosedPage({ link, error, onRetry }: Props) {
  const { t } = useTranslation()
  const { run: retry, isBusy } = useAction(onRetry)
  const [hasKept, forgetKept] = useKept(link)
  const isPassing = isNoAnswer(error)
  const titles = {
    not_found: t('public.closed.notFound'),
    public_link_expired: t('public.closed.expired'),
    public_link_full: t('public.closed.full'),
    too_many_requests: t('public.closed.busy'),
  }
  const title =
    titles[error.code as keyof typeof titles] ?? (isPassing ? t('public.closed.noAnswer') : t('public.closed.closed'))
  usePageTitle(title)

  return (
    <div className={styles.page}>
      <EmptyState
        isPage
        drawing={isPassing ? <ClipboardDrawing /> : <GateDrawing />}
        title={title}
        text={error.status === 404 ? t('public.closed.notFoundText') : errorText(error, t)}
        action={
          isPassing && (
            <Button size="lg" loading={isBusy} onClick={retry}>
              {t('common.tryAgain')}
            </Button>
          )
        }
      />
      {hasKept && (
        <div className={styles.kept}>
          <Text>{t('public.closed.kept')}</Text>
          <ForgetButton onForget={forgetKept} />
        </div>
      )}
    </div>
  )
}

/** Whether something that was typed for the form is on this device, and what removes it. */
function useKept(link: Link): [boolean, () => Promise<void>] {
  const [hasKept, setKept] = useState(false)
  useEffect(() => {
    import('../publicSessions.ts')
      .then(sessions => sessions.hasBegun(link))
      .then(setKept, error => console.warn('The device could not be read', error))
  }, [link])

  async function forget() {
    await (await import('../publicSessions.ts')).forgetPublicSessions(link)
    setKept(false)
  }
  return [hasKept, forget]
}

/** Removes what was typed from this device, for those who share it with others; asks before. */
export function ForgetButton({ onForget }: { onForget: () => Promise<void> }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const { run: forget, isBusy } = useAction(async () => {
    await onForget()
    setAsking(false)
  })

  if (!isAsking)
    return (
      <Button variant="subtle" color="gray" leftSection={<IconTrash size={18} />} onClick={() => setAsking(true)}>
        {t('public.forget.button')}
      </Button>
    )
  return (
    <div className={styles.question} role="alertdialog" aria-label={t('public.forget.question')}>
      <p className={styles.text}>{t('public.forget.question')}</p>
      <div className={styles.buttons}>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          {t('common.cancel')}
        </Button>
        <Button color="red" loading={isBusy} onClick={forget}>
          {t('public.forget.confirm')}
        </Button>
      </div>
    </div>
  )
}
