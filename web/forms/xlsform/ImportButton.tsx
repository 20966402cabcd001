import { Button } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ImportSheet } from './ImportSheet.tsx'

/** Beside the list of forms: makes a form out of an XLSForm. */
export function ImportButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconFileImport size={20} />} onClick={() => setOpen(true)}>
        {t('xlsform.import')}
      </Button>
      {isOpen && <ImportSheet onClosed={() => setOpen(false)} />}
    </>
  )
}
