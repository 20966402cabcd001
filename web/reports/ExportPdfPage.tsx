import { Button, Skeleton } from '@mantine/core'
import { IconFileTypePdf } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveFile } from '../lib/saveFile.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { reportsApi } from './api.ts'

/** Makes a report's PDF and hands it over: it is saved when it is ready, and can be saved and opened again here. */
export function ExportPdfPage() {
  const { t } = useTranslation()
  const id = Number(useParams({ from: '/shell/reports/export/pdf/$id' }).id)
  const report = useQuery(reportsApi.get.query({ id }))
  const pdf = useQuery({ ...reportsApi.pdf.query({ id }), staleTime: Number.POSITIVE_INFINITY, gcTime: 0 })
  const address = useAddress(pdf.data)
  const name = `${report.data?.name ?? t('reports.title')}.pdf`
  const saved = useRef(false)
  useEffect(() => {
    if (!pdf.data || !report.data || saved.current) return
    saved.current = true
    saveFile(pdf.data, name)
  }, [pdf.data, report.data, name])

  const error = report.error ?? pdf.error
  return (
    <>
      <PageHeader
        title={report.data?.name ?? t('reports.pdfPage.title')}
        back={{ to: `/reports/details/${id}`, text: t('reports.pdfPage.back') }}
        actions={
          pdf.data && (
            <Button leftSection={<IconFileTypePdf size={20} />} onClick={() => saveFile(pdf.data, name)}>
              {t('reports.savePdf')}
            </Button>
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
          <Notice kind="info">{t('reports.pdfPage.making')}</Notice>
          <Skeleton height={320} mt="md" />
        </div>
      )}
    </>
  )
}

/** An address of the content for as long as the page stands. */
function useAddress(content: Blob | undefined): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!content) return
    const made = URL.createObjectURL(content)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [content])
  return address
}
