/** What a pass opens for an inspector without an account: the PIN where it has one, then its records. */
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PassPage } from '#shared/passes/passPage.ts'
import type { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import { PinGate } from '../../auth/CodeGate.tsx'
import { DescriptionSkeleton } from '../../auth/EntranceCard.tsx'
import { Frame } from '../../filling/publicForm/Frame.tsx'
import { errorText } from '../../lib/errorText.ts'
import { allTexts } from '../../lib/i18n.ts'
import { RequestError } from '../../lib/requestError.ts'
import { GateDrawing } from '../../ui/drawings/GateDrawing.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { lazyParts } from '../../ui/lazyPart.tsx'
import type { PassAddress } from './askPass.ts'
import '../../theme/shellStyles.ts'

const content = lazyParts(() => import('./PassContent.tsx'))
const UnsentAfterEnd = content(file => file.UnsentAfterEnd)
const PassContent = content(file => file.PassContent)

type Found =
  | { kind: 'loading' }
  | { kind: 'locked'; asked: PublicPinAsked }
  | { kind: 'open'; pass: PassPage; address: PassAddress }
  | { kind: 'closed'; error: unknown; address: PassAddress }

/** Who asks for a PIN is not known without a network. */
const unnamed: PublicPinAsked = { company_name: '', company_logo: null }

export function PassVisitPage({ id, token }: { id: string; token: string }) {
  const { t, i18n } = useTranslation()
  const [found, setFound] = useState<Found>({ kind: 'loading' })
  /** Opens the pass. Throws a `RequestError` where the PIN is another. */
  const open = useCallback(
    async (pin: string | null) => {
      const address = { id, token, pin }
      // With the content it is loaded apart, so that a refused visitor loads little.
      const asking = import('./askPass.ts').then(({ askPass }) => askPass<{ data: PassPage }>(address, ''))
      const [{ data: pass }] = await Promise.all([asking, allTexts()])
      setFound({ kind: 'open', pass, address: { ...address, endsAt: pass.ends_at } })
    },
    [id, token],
  )
  useEffect(() => {
    open(null).catch(async error => {
      await allTexts()
      const isLocked = error instanceof RequestError && error.code === 'pin_required'
      if (isLocked) return setFound({ kind: 'locked', asked: error.data as PublicPinAsked })
      // Without a network the copies of a pass with a PIN open by that.
      const isOffline = error instanceof RequestError && error.code === 'network_error'
      const hasCopies =
        isOffline && (await import('./keptPass.ts').then(({ hasKept }) => hasKept(id)).catch(() => false))
      const address = { id, token, pin: null }
      setFound(hasCopies ? { kind: 'locked', asked: unnamed } : { kind: 'closed', error, address })
    })
  }, [open, id, token])
  const whose = found.kind === 'open' ? found.pass : found.kind === 'locked' ? found.asked : undefined
  return (
    <Frame company={whose?.company_name ?? ''} logo={whose?.company_logo}>
      {found.kind === 'loading' && <DescriptionSkeleton />}
      {found.kind === 'locked' && (
        <PinGate
          company={found.asked.company_name}
          title={t('passes.visit.pinTitle')}
          submit={t('passes.visit.open')}
          onPin={open}
        />
      )}
      {found.kind === 'closed' && (
        <>
          <Closed error={found.error} />
          <UnsentAfterEnd address={found.address} />
        </>
      )}
      {found.kind === 'open' && (
        // The server's words are fetched again in another language.
        <PassContent
          key={i18n.language}
          pass={found.pass}
          address={found.address}
          onClosed={error => setFound({ kind: 'closed', error, address: found.address })}
        />
      )}
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
      title={t('passes.visit.closed')}
      text={why ? t(`passes.visit.${why}`) : errorText(error, t)}
    />
  )
}

const whys: Record<string, 'revoked' | 'ended' | 'early' | 'unknown'> = {
  share_taken_back: 'revoked',
  public_link_expired: 'ended',
  pass_not_started: 'early',
  not_found: 'unknown',
}
