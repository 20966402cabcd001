import { Button, Group, Stack } from '@mantine/core'
import { IconFileTypePdf, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BookFormat } from '#shared/documents/rules.ts'
import { api } from '../api.ts'
import { saveFile } from '../lib/saveFile.ts'
import { DateField } from '../ui/dates/DateField.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { today } from './entryFields.ts'

/** Asks for the log book of one vehicle, or of all. */
export function LogBookButton({ vehicle }: { vehicle?: { id: number; name: string } }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" {...(vehicle && { size: 'sm' })} onClick={() => setAsking(true)}>
        {t('vehicleLog.makeBook')}
      </Button>
      {isAsking && <BookSheet {...(vehicle && { vehicle })} onClosed={() => setAsking(false)} />}
    </>
  )
}

/** The log book of some days, of one vehicle or of all, on paper or as a spreadsheet. */
function BookSheet({ vehicle, onClosed }: { vehicle?: { id: number; name: string }; onClosed: () => void }) {
  const { t } = useTranslation()
  const [from, setFrom] = useState(() => `${today().slice(0, 4)}-01-01`)
  const [until, setUntil] = useState(today)
  const reading = useMutation({
    mutationFn: (format: BookFormat) =>
      api.vehicleLog.book({ format, from, until, ...(vehicle && { vehicle_id: vehicle.id }) }),
    onSuccess: (content, format) => saveFile(content, `${t('vehicleLog.book')} ${from} ${until}.${format}`),
    // It is shown above the buttons.
    onError: () => undefined,
  })
  const isReady = from !== '' && until !== '' && !reading.isPending
  const isMaking = (format: BookFormat) => reading.isPending && reading.variables === format
  return (
    <SideSheet title={t('vehicleLog.book')} onClosed={onClosed}>
      {() => (
        <Stack>
          {vehicle && <bdi>{vehicle.name}</bdi>}
          <DateField label={t('books.from')} value={from} max={until} onChange={setFrom} />
          <DateField label={t('books.until')} value={until} min={from} onChange={setUntil} />
          {reading.error && (
            <Notice kind="stop">
              <ProblemText error={reading.error} />
            </Notice>
          )}
          <Group>
            <Button
              size="md"
              leftSection={<IconFileTypePdf size={20} />}
              loading={isMaking('pdf')}
              disabled={!isReady}
              onClick={() => reading.mutate('pdf')}
            >
              {t('books.pdf')}
            </Button>
            <Button
              size="md"
              variant="default"
              leftSection={<IconTable size={20} />}
              loading={isMaking('xlsx')}
              disabled={!isReady}
              onClick={() => reading.mutate('xlsx')}
            >
              {t('books.xlsx')}
            </Button>
          </Group>
        </Stack>
      )}
    </SideSheet>
  )
}
