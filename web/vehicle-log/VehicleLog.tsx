import { Button, Select } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import { type LogKind, logKinds } from '#shared/vehicle-log/rules.ts'
import { api } from '../api.ts'
import { Can, useAbility } from '../lib/ability.tsx'
import { useEntryErrorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { isUnderway } from '../lib/offline/outboxHandler.ts'
import { useQueue } from '../lib/offline/useQueue.ts'
import log from '../ui/log/Log.module.css'
import { LogSection, LogWords } from '../ui/log/LogSection.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { EntryForm } from './EntryForm.tsx'
import { type EntryDraft, isVehicleEntry } from './entryHandler.ts'
import { LogBookButton } from './LogBookButton.tsx'
import { VehicleUse } from './VehicleUse.tsx'

const steps = [10, 25, 100] as const

type Props = { vehicle: { id: number; name: string; company_id: number }; isArchived: boolean }
type Written = { entry?: VehicleEntry; begun?: Partial<EntryDraft> }

/** The log of a vehicle with its status and maintenance plans, the latest day first. */
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

/** What was written here and the server does not have: it waits, or was not taken and can be corrected. */
function UnsentEntries({ vehicleId, onChange }: { vehicleId: number; onChange: (said: EntryDraft) => void }) {
  const { t } = useTranslation()
  const why = useEntryErrorText()
  const words = useEntryWords()
  const unsent = useQueue()
    .entries.filter(isVehicleEntry)
    .filter(({ said }) => said.vehicle_id === vehicleId)
  if (unsent.length === 0) return null
  return (
    <ul className={log.list}>
      {unsent.map(entry => (
        <li key={entry.uuid} className={log.entry}>
          <div className={log.line}>
            <strong>{t(`vehicleLog.kinds.${entry.said.kind}`)}</strong>
            <LocalTime value={entry.said.day} as="date" />
            <StatusBadge status={isUnderway(entry) ? 'attention' : 'stop'}>
              {isUnderway(entry) || !entry.last_error
                ? t('vehicleLog.waiting')
                : t('vehicleLog.refused', { why: why(entry.last_error) })}
            </StatusBadge>
          </div>
          <LogWords words={words(entry.said)} />
          {!isUnderway(entry) && (
            <Button variant="default" size="compact-sm" onClick={() => onChange(entry.said)}>
              {t('vehicleLog.change')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

/** One line of a vehicle's log. */
function LogEntry({ entry, onChange }: { entry: VehicleEntry; onChange: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const words = useEntryWords()(entry)
  const striking = useMutation({
    mutationFn: ({ is_struck_out, revision }: { is_struck_out: boolean; revision: number }) =>
      api.vehicleLog.write({
        ...{ uuid: entry.uuid, vehicle_id: entry.vehicle_id, kind: entry.kind, day: entry.day },
        ...{ revision, is_struck_out },
      }),
    async onSuccess(now, { is_struck_out }) {
      await queries.invalidateQueries({ queryKey: api.vehicleLog.key })
      const { revision } = now
      if (is_struck_out)
        tellUndo(t('vehicleLog.struckOut'), t('common.undo'), () => striking.mutate({ is_struck_out: false, revision }))
    },
  })
  return (
    <li className={log.entry}>
      <div className={log.line}>
        <strong>{t(`vehicleLog.kinds.${entry.kind}`)}</strong>
        <LocalTime value={entry.day} as="date" />
        {entry.until && (
          <span>{t('vehicleLog.untilDay', { day: format.day(entry.until, { dateStyle: 'medium' }) })}</span>
        )}
      </div>
      <LogWords words={words} />
      {entry.note && (
        <p className={log.words} dir="auto">
          {entry.note}
        </p>
      )}
      <div className={log.line}>
        {entry.user_name && <span className={log.quiet}>{t('vehicleLog.by', { name: entry.user_name })}</span>}
        <span className={log.acts}>
          <Can I="update" a="VehicleEntry" row={entry}>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onChange}>
              {t('vehicleLog.change')}
            </Button>
          </Can>
          <Can I="delete" a="VehicleEntry" row={entry}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              loading={striking.isPending}
              onClick={() => striking.mutate({ is_struck_out: true, revision: entry.revision })}
            >
              {t('vehicleLog.strikeOut')}
            </Button>
          </Can>
        </span>
      </div>
    </li>
  )
}

type Said = Partial<Pick<VehicleEntry, 'kilometres' | 'hours' | 'work' | 'product' | 'place' | 'reason'>> & {
  driver_name?: string | null
  location_name?: string | null
  plan_name?: string | null
}

/** What an entry says, in words. */
function useEntryWords() {
  const { t } = useTranslation()
  const format = useFormat()
  return (entry: { [Name in keyof Said]: Said[Name] | undefined }) => [
    entry.driver_name,
    entry.plan_name,
    entry.work && t(`vehicleLog.works.${entry.work}`),
    entry.product,
    entry.location_name ?? entry.place,
    entry.kilometres != null && t('vehicleLog.km', { value: format.number(entry.kilometres) }),
    entry.hours != null && t('vehicleLog.h', { value: format.number(entry.hours) }),
    entry.reason,
  ]
}
