/** What a link opens for people without an account: the PIN where the link has one, what is shared, and its PDF. */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import type { SharedPage as Shared } from '#shared/shares/sharedPage.ts'
import { PinGate } from '../auth/CodeGate.tsx'
import { DescriptionSkeleton } from '../auth/EntranceCard.tsx'
import { Frame } from '../filling/publicForm/Frame.tsx'
import { request, visitorOptions } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { allTexts } from '../lib/i18n.ts'
import { RequestError } from '../lib/requestError.ts'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import '../theme/shellStyles.ts'

const SharedContent = lazyPart(() => import('./SharedContent.tsx').then(part => part.SharedContent))

type Found =
  | { kind: 'loading' }
  | { kind: 'locked'; asked: PublicPinAsked }
  | { kind: 'open'; shared: Shared; pin: string | null }
  | { kind: 'closed'; error: unknown }

export function SharedPage({ id, token }: { id: string; token: string }) {
  const { t, i18n } = useTranslation()
  const path = `/shared/${encodeURIComponent(id)}/${encodeURIComponent(token)}`
  const [found, setFound] = useState<Found>({ kind: 'loading' })

  /** Opens what is shared. Throws a `RequestError` where the PIN is another. */
  const open = useCallback(
    async (pin: string | null) => {
      const [shared] = await Promise.all([request<Shared>('POST', path, visitorOptions(pin)), allTexts()])
      setFound({ kind: 'open', shared, pin })
    },
    [path],
  )
  useEffect(() => {
    open(null).catch(async error => {
      await allTexts()
      const isLocked = error instanceof RequestError && error.code === 'pin_required'
      setFound(isLocked ? { kind: 'locked', asked: error.data as PublicPinAsked } : { kind: 'closed', error })
    })
  }, [open])

  // The server's texts are fetched again when the language changes.
  const worded = found.kind === 'open' && found.shared.content.kind === 'submission' ? found : undefined
  const [language, setLanguage] = useState(i18n.language)
  useEffect(() => {
    if (language === i18n.language) return
    setLanguage(i18n.language)
    if (worded) open(worded.pin).catch(error => setFound({ kind: 'closed', error }))
  }, [language, i18n.language, worded, open])

  const whose = found.kind === 'open' ? found.shared : found.kind === 'locked' ? found.asked : undefined
  return (
    <Frame company={whose?.company_name ?? ''} logo={whose?.company_logo}>
      {found.kind === 'loading' && <DescriptionSkeleton />}
      {found.kind === 'locked' && (
        <PinGate
          company={found.asked.company_name}
          title={t('shares.pinTitle')}
          submit={t('shares.open')}
          onPin={open}
        />
      )}
      {found.kind === 'closed' && <Closed error={found.error} />}
      {found.kind === 'open' && <SharedContent shared={found.shared} path={path} pin={found.pin} />}
    </Frame>
  )
}

/** The reason why there is nothing to read, where the server gives one. */
function Closed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const why = error instanceof RequestError ? whys[error.code] : undefined
  return (
    <EmptyState
      isPage
      drawing={<GateDrawing />}
      title={t('shares.closed')}
      text={why ? t(`shares.${why}`) : errorText(error, t)}
    />
  )
}

const whys: Record<string, 'takenBack' | 'expired' | 'closedText'> = {
  share_taken_back: 'takenBack',
  public_link_expired: 'expired',
  not_found: 'closedText',
}
