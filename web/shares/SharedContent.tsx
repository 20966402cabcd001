import { Button } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { SharedPage as Shared } from '#shared/shares/sharedPage.ts'
import { SharedGuideView } from '../guides/SharedGuideView.tsx'
import { send, visitorOptions } from '../lib/client.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { saveFile } from '../lib/saveFile.ts'
import { useAction } from '../lib/useAction.ts'
import { SharedSubmissionView } from '../submissions/shared/SharedSubmissionView.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { Notice } from '../ui/Notice.tsx'
import { LinksOff } from '../ui/PathLink.tsx'

const SharedReportView = lazyPart(() => import('./SharedReportView.tsx').then(part => part.SharedReportView))

type Opened = { shared: Shared; path: string; pin: string | null }

/** Content behind a link, once it is open. Loaded on its own, so that a refused visitor loads none of it. */
export function SharedContent({ shared: { content, expires_at }, path, pin }: Opened) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <LinksOff value>
      <SavePdf path={path} pin={pin} name={t(`shares.list.kinds.${content.kind}`)} />
      {content.kind === 'report' && <SharedReportView shared={content} />}
      {content.kind === 'guide' && <SharedGuideView shared={content} />}
      {content.kind === 'submission' && <SharedSubmissionView shared={content} />}
      <p>{t('shares.until', { date: format.dateTime(expires_at) })}</p>
    </LinksOff>
  )
}

function SavePdf({ path, pin, name }: { path: string; pin: string | null; name: string }) {
  const { t } = useTranslation()
  const {
    run: save,
    isBusy,
    error: failure,
  } = useAction(async () => {
    const answer = await send('GET', `${path}/pdf`, visitorOptions(pin))
    saveFile(await answer.blob(), `${name}.pdf`)
  })
  return (
    <>
      {failure !== undefined && <Notice kind="stop">{errorText(failure, t)}</Notice>}
      <div>
        <Button my="md" loading={isBusy} leftSection={<IconFileTypePdf size={20} />} onClick={save}>
          {t('reports.savePdf')}
        </Button>
      </div>
    </>
  )
}
