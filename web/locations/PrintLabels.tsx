import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { mostLabels } from '#shared/lib/printedLabels.ts'
import { saveFile } from '../lib/saveFile.ts'
import { tellProblem } from '../ui/toast.tsx'
import { placeTreeApi } from './tree/api.ts'

/** Saves the labels of places as a PDF: whoever scans one comes to the page of its place. */
export function PrintLabels({ ids }: { ids: number[] }) {
  const { t } = useTranslation()
  const print = useMutation({
    mutationFn: () => placeTreeApi.labelSheet({ ids: ids.slice(0, mostLabels).join(',') }),
    onSuccess: content => saveFile(content, `${t('locations.title')} QR.pdf`),
    onError: error => tellProblem(error),
  })
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={20} aria-hidden />}
      loading={print.isPending}
      disabled={ids.length > mostLabels}
      onClick={() => print.mutate()}
    >
      {t('locations.printLabels')}
    </Button>
  )
}
