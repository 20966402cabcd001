/** A report under its link, for people without an account: the PIN where the link has one, what the report shows, and its PDF. */
import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useCallback, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicPinAsked } from '#shared/public-links/publicForm.ts'
import type { SharedReport } from '#shared/shares/sharedReport.ts'
import { DescriptionSkeleton } from '../auth/DescriptionSkeleton.tsx'
import { PinGate } from '../auth/pin/PinGate.tsx'
import { Frame } from '../filling/visitor/Frame.tsx'
import { request, send } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { allTexts } from '../lib/i18n.ts'
import { RequestError } from '../lib/requestError.ts'
import { saveFile } from '../lib/saveFile.ts'
import { GateDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'

const SharedReportView = lazyPart(() => import('./SharedReportView.tsx').then(part => part.SharedReportView))

type Found =
  | { kind: 'loading' }
  | { kind: 'locked'; asked: PublicPinAsked }
  | { kind: 'open'; shared: SharedReport; pin: string | null }
  | { kind: 'closed'; error: unknown }

const asVisitor = (pin: string | null) => ({ isAnonymous: true, ...(pin && { headers: { 'Form-Pin': pin } }) })

export function SharedReportPage({ id, token }: { id: string; token: string }) {
  const { t } = useTranslation()
  const path = `/shared/${encodeURIComponent(id)}/${encodeURIComponent(token)}`
  const [found, setFound] = useState<Found>({ kind: 'loading' })

  /** Opens the report. Throws a `RequestError` where the PIN is another. */
  const open = useCallback(
    async (pin: string | null) => {
      const [shared] = await Promise.all([request<SharedReport>('POST', path, asVisitor(pin)), allTexts()])
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

  const whose = found.kind === 'open' ? found.shared : found.kind === 'locked' ? found.asked : undefined
  return (
    <Frame company={whose?.company_name ?? ''} logo={whose?.company_logo}>
      {found.kind === 'loading' && <DescriptionSkeleton />}
      {found.kind === 'locked' && (
        <PinGate
          company={found.asked.company_name}
          title={t('shares.pinTitle')}
          submit={t('shares.openReport')}
          onPin={open}
        />
      )}
      {found.kind === 'closed' && <Closed error={found.error} />}
      {found.kind === 'open' && (
        <>
          <SavePdf path={path} pin={found.pin} name={found.shared.report.name} />
          <SharedReportView shared={found.shared} />
        </>
      )}
    </Frame>
  )
}

function Closed({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const isGone = error instanceof RequestError && ['not_found', 'public_link_expired'].includes(error.code)
  return (
    <EmptyState
      drawing={<GateDrawing />}
      title={t('shares.closed')}
      text={isGone ? t('shares.closedText') : errorText(error, t)}
    />
  )
}

function SavePdf({ path, pin, name }: { path: string; pin: string | null; name: string }) {
  const { t } = useTranslation()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  async function save() {
    setBusy(true)
    setFailure(undefined)
    try {
      const answer = await send('GET', `${path}/pdf`, asVisitor(pin))
      saveFile(await answer.blob(), `${name}.pdf`)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {failure !== undefined && <Notice kind="stop">{errorText(failure, t)}</Notice>}
      <div>
        <Button my="md" loading={isBusy} leftSection={<IconFileTypePdf size={20} aria-hidden />} onClick={save}>
          {t('reports.savePdf')}
        </Button>
      </div>
    </>
  )
}
