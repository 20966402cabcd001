import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BookSheet } from './BookSheet.tsx'

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
