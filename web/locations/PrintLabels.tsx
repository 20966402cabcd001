import { IconPrinter } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { maxLabels } from '#shared/lib/limits.ts'
import { PdfButton } from '../documents/PdfButton.tsx'
import { useUser } from '../lib/session/session.ts'
import styles from './Locations.module.css'

/** Prints labels of locations as a PDF; a scan opens the location's page. */
export function PrintLabels({ ids }: { ids: number[] }) {
  const { t } = useTranslation()
  const user = useUser()
  return (
    <PdfButton
      wanted={{ kind: 'places', record_id: user?.company_id ?? 0, ids: ids.slice(0, maxLabels) }}
      text={t('locations.printLabels')}
      icon={<IconPrinter size={20} />}
      variant="default"
      isDisabled={ids.length > maxLabels}
    />
  )
}

/** Prints the label of one place, below all that its page says. */
export function LocationLabels({ id }: { id: number }) {
  return (
    <div className={styles.labels}>
      <PrintLabels ids={[id]} />
    </div>
  )
}
