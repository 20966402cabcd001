import { Button, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import { type LogKind, logKinds } from '#shared/vehicle-log/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import log from '../ui/log/Log.module.css'
import { LogSection } from '../ui/log/LogSection.tsx'
import type { EntryDraft } from './entryKind.ts'
import { LogBookButton } from './LogBookButton.tsx'
import { LogEntry } from './LogEntry.tsx'
import { UnsentEntries } from './UnsentEntries.tsx'
import { VehicleUse } from './VehicleUse.tsx'

const EntryForm = lazyPart(() => import('./EntryForm.tsx').then(part => part.EntryForm))
const steps = [10, 25, 100] as const

type Props = { vehicle: { id: number; name: string; company_id: number }; isArchived: boolean }
type Written = { entry?: VehicleEntry; begun?: Partial<EntryDraft> }

/** How a vehicle stands by its log, its maintenance plans, and what was written down of it, the latest day first. */
export function VehicleLog({ vehicle, isArchived }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const [step, setStep] = useState(0)
  const [kind, setKind] = useState<LogKind | null>(null)
  const [written, setWritten] = useState<Written>()
  const { data } = useQuery({
    ...api.vehicleLog.list.query({ id: vehicle.id, per_page: steps[step] ?? 10, ...(kind && { kind }) }),
    placeholderData: keepPreviousData,
  })
  const mayWrite = !isArchived && can('create', 'VehicleEntry')
  const hasMore = data && data.meta.total > data.data.length && step < steps.length - 1
  return (
    <>
      <VehicleUse
        vehicle={vehicle}
        isArchived={isArchived}
        onDone={plan =>
          setWritten({ begun: { kind: 'maintenance', maintenance_plan_id: plan.id, vehicle_id: vehicle.id } })
        }
      />
      <LogSection
        id="vehicle-log"
        title={t('vehicleLog.title')}
        actions={
          <>
            <LogBookButton vehicle={vehicle} />
            {mayWrite && (
              <Button variant="default" size="sm" onClick={() => setWritten({})}>
                {t('vehicleLog.record')}
              </Button>
            )}
          </>
        }
      >
        <Select
          label={t('vehicleLog.kind')}
          placeholder={t('vehicleLog.allKinds')}
          data={logKinds.map(value => ({ value, label: t(`vehicleLog.kinds.${value}`) }))}
          value={kind}
          onChange={value => setKind(value as LogKind | null)}
          clearable
          maw="20rem"
          mb="sm"
        />
        <UnsentEntries vehicleId={vehicle.id} onChange={said => setWritten({ begun: said })} />
        {data?.data.length === 0 && <p className={log.quiet}>{t('vehicleLog.empty')}</p>}
        <ol className={log.list}>
          {data?.data.map(entry => (
            <LogEntry key={entry.id} entry={entry} onChange={() => setWritten({ entry })} />
          ))}
        </ol>
        {hasMore && (
          <Button variant="subtle" color="gray" onClick={() => setStep(step + 1)}>
            {t('vehicleLog.more')}
          </Button>
        )}
      </LogSection>
      {written && (
        <EntryForm
          vehicle={vehicle}
          entry={written.entry}
          begun={written.begun}
          onClosed={() => setWritten(undefined)}
        />
      )}
    </>
  )
}
