import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Certificate } from '#shared/certificates/contract.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import { CertificateEntry } from './CertificateEntry.tsx'

const CertificateForm = lazyPart(() => import('./CertificateForm.tsx').then(part => part.CertificateForm))
const shown = 100

/** The certificates of a vehicle, what ends first before all others. */
export function VehicleCertificates({ vehicleId, isArchived }: { vehicleId: number; isArchived: boolean }) {
  const { t } = useTranslation()
  const can = useAbility()
  const [edited, setEdited] = useState<{ paper?: Certificate; isRenewal?: boolean }>()
  const { data } = useQuery({
    ...api.papers.list.query({ vehicle_id: vehicleId, per_page: shown }),
    placeholderData: keepPreviousData,
  })
  if (!data) return null
  return (
    <LogSection
      id="vehicle-papers"
      title={t('certificates.title')}
      actions={
        !isArchived &&
        can('create', 'Paper') && (
          <Button variant="default" size="sm" onClick={() => setEdited({})}>
            {t('certificates.add')}
          </Button>
        )
      }
    >
      {data.data.length === 0 ? (
        <p className={styles.quiet}>{t('certificates.empty')}</p>
      ) : (
        <ul className={styles.list}>
          {data.data.map(paper => (
            <CertificateEntry key={paper.id} paper={paper} onChange={isRenewal => setEdited({ paper, isRenewal })} />
          ))}
        </ul>
      )}
      {edited && <CertificateForm vehicleId={vehicleId} {...edited} onClosed={() => setEdited(undefined)} />}
    </LogSection>
  )
}
