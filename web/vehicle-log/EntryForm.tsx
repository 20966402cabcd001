import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import { cleaningWorks, drivenKinds, type LogKind, logKinds } from '#shared/vehicle-log/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { newKey } from '../lib/attemptKey.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { withTimeout } from '../lib/withTimeout.ts'
import { peopleOf } from '../members/queries.ts'
import { ChoiceField, DayField, LongTextField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { draftOf, type EntryValues, valuesOf } from './entryFields.ts'
import type { EntryDraft } from './entryHandler.ts'

const keeping = () => import('./entryHandler.ts')
/** How long the form waits for the server; after that the entry is kept, and sent from there. */
const patienceMs = 10_000
const write = withTimeout(api.vehicleLog.write, patienceMs)

type Props = {
  vehicle: { id: number; name: string }
  /** That is corrected. */
  entry?: VehicleEntry | undefined
  /** What a new one begins with: a plan that was done, or what the server did not take. */
  begun?: Partial<EntryDraft> | undefined
  onClosed: () => void
}

/** Adds an entry to a vehicle's log, or corrects one. A new entry that is written offline waits on the device. */
export function EntryForm({ vehicle, entry, begun, onClosed }: Props) {
  const { t } = useTranslation()
  const can = useAbility()
  const queries = useQueryClient()
  const company_id = useUser()?.company_id ?? 0
  const [uuid] = useState(() => entry?.uuid ?? begun?.uuid ?? newKey())
  // What keeps an entry has to be here before the signal goes.
  useEffect(() => void keeping().catch(() => undefined), [])
  const use = useQuery(api.vehicleLog.use.query({ id: vehicle.id })).data
  const first = begun?.kind ?? 'odometer'

  async function save(values: EntryValues, base: VehicleEntry | undefined): Promise<VehicleEntry> {
    const draft = draftOf(values, { uuid, vehicle_id: vehicle.id, ...(base && { revision: base.revision }) })
    try {
      const saved = await write(draft)
      if (begun?.uuid) await (await keeping()).forgetEntry(uuid)
      return saved
    } catch (error) {
      if (base || !(error instanceof RequestError) || !error.isPassing) throw error
      // What cannot be is said here and now: who stands beside the vehicle can still look again.
      const before = use?.kilometres
      if (before != null && values.kilometres != null && values.kilometres < before && !values.reason)
        throw new RequestError({
          ...{ status: 422, code: 'invalid' },
          errors: { kilometres: [t('problem.field.meter_runs_back', { before, day: use?.read_on ?? '' })] },
        })
      await (await keeping()).keepEntry(draft, vehicle.name)
      return { ...draft, id: 0, revision: 1 } as VehicleEntry
    }
  }

  const rowForm = useRowForm({
    name: `vehicle_entry_${vehicle.id}_${begun?.uuid ?? ''}`,
    row: entry,
    valuesOf: (row: VehicleEntry | undefined) => valuesOf(row ?? begun, first),
    save,
    onSaved() {
      queries.invalidateQueries({ queryKey: api.vehicleLog.key })
      onClosed()
    },
  })
  const { form } = rowForm
  const kind = useWatch({ control: form.control, name: 'kind' })
  const kindName = (value: unknown) => t(`vehicleLog.kinds.${value as LogKind}`)
  const offered = logKinds.filter(
    one =>
      (drivenKinds as readonly LogKind[]).includes(one) || can('create', 'VehicleEntry', { company_id, kind: one }),
  )
  const plans = (use?.plans ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <RowFormSheet
      title={entry ? t('vehicleLog.change') : t('vehicleLog.record')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'day', label: t('vehicleLog.day') },
        { name: 'kilometres', label: t('vehicleLog.kilometres') },
        { name: 'hours', label: t('vehicleLog.hours') },
        { name: 'note', label: t('vehicleLog.note') },
      ]}
    >
      {!entry && (
        <ChoiceField
          form={form}
          name="kind"
          label={t('vehicleLog.kind')}
          required
          choices={offered.map(value => ({ value, label: kindName(value) }))}
        />
      )}
      <DayField form={form} name="day" label={t(kind === 'driver' ? 'vehicleLog.since' : 'vehicleLog.day')} required />
      {kind === 'driver' && (
        <>
          <DayField form={form} name="until" label={t('vehicleLog.until')} />
          <RowField form={form} name="driver_id" label={t('vehicleLog.driver')} from={peopleOf(company_id)} />
        </>
      )}
      {kind === 'cleaning' && (
        <>
          <ChoiceField
            form={form}
            name="work"
            label={t('vehicleLog.work')}
            required
            choices={cleaningWorks.map(value => ({ value, label: t(`vehicleLog.works.${value}`) }))}
          />
          <TextField form={form} name="product" label={t('vehicleLog.product')} maxLength={200} />
          {can('read', 'Location') && (
            <RowField form={form} name="location_id" label={t('vehicleLog.location')} from={api.locations} />
          )}
          <TextField form={form} name="place" label={t('vehicleLog.place')} maxLength={200} />
        </>
      )}
      {kind === 'maintenance' && plans.length > 0 && (
        <ChoiceField form={form} name="maintenance_plan_id" label={t('vehicleLog.plan')} choices={plans} />
      )}
      {kind !== 'driver' && (
        <>
          <NumberField form={form} name="kilometres" label={t('vehicleLog.kilometres')} min={0} allowDecimal={false} />
          <NumberField form={form} name="hours" label={t('vehicleLog.hours')} min={0} />
          <TextField
            form={form}
            name="reason"
            label={t('vehicleLog.reason')}
            description={t('vehicleLog.reasonHelp')}
            maxLength={200}
          />
        </>
      )}
      <LongTextField form={form} name="note" label={t('vehicleLog.note')} />
    </RowFormSheet>
  )
}
