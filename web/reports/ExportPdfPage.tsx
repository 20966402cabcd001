import { Button, Progress } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { makeOrTell } from '../documents/commands.ts'
import { OwnPdfs } from '../documents/OwnPdfs.tsx'
import { BundleButton } from '../exports/BundleButton.tsx'
import { useFormat } from '../lib/format.ts'
import { useObjectUrl } from '../lib/objectUrl.ts'
import { saveFile } from '../lib/saveFile.ts'
import { siteKey, useSite } from '../lib/site.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'

/** Has a report's PDF made, says how far it is, and hands it over; it can be saved and opened again here, and so can those made before. */
export function ExportPdfPage() {
  const { t } = useTranslation()
  const format = useFormat()
  const site = useSite()
  const at = site === null ? {} : { site_id: site }
  const id = Number(useParams({ from: '/shell/reports/export/pdf/$id' }).id)
  const report = useQuery(api.reports.get.query({ id }))
  const [steps, setSteps] = useState({ done: 0, total: 0 })
  const isTold = useRef(false)
  const pdf = useQuery({
    queryKey: [...api.documents.key, 'made', 'report', id, ...siteKey(site)],
    queryFn: () => makeOrTell(isTold, { kind: 'report', record_id: id, ...at }, setSteps),
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
  })
  const address = useObjectUrl(pdf.data?.content)
  const saved = useRef(false)
  useEffect(() => {
    if (!pdf.data || saved.current) return
    saved.current = true
    saveFile(pdf.data.content, pdf.data.filename)
  }, [pdf.data])

  const error = report.error ?? pdf.error
  const said = { done: format.number(steps.done), total: format.number(steps.total) }
  return (
    <>
      <PageHeader
        title={report.data?.name ?? t('reports.pdfPage.title')}
        back={{ to: `/reports/details/${id}`, text: t('reports.pdfPage.back') }}
        actions={
          pdf.data && (
            <>
              <BundleButton of={{ report_id: id, ...at }} />
              <Button
                leftSection={<IconFileTypePdf size={20} />}
                onClick={() => saveFile(pdf.data.content, pdf.data.filename)}
              >
                {t('reports.savePdf')}
              </Button>
            </>
          )
        }
      />
      {error ? (
        <ErrorState error={error} onRetry={() => (report.error ? report.refetch() : pdf.refetch())} />
      ) : address ? (
        <Notice kind="ok">
          {t('reports.pdfPage.ready')}{' '}
          <a href={address} target="_blank" rel="noreferrer">
            {t('reports.pdfPage.open')}
          </a>
        </Notice>
      ) : (
        <div aria-busy="true">
          <Notice kind="info">{steps.total === 0 ? t('reports.pdfPage.making') : t('documents.making', said)}</Notice>
          <Progress
            mt="md"
            value={steps.total > 0 ? (100 * steps.done) / steps.total : 0}
            aria-label={t('documents.making', said)}
          />
        </div>
      )}
      {pdf.data && <OwnPdfs kind="report" />}
    </>
  )
}
