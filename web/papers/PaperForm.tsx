import { useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Paper } from '#shared/papers/contract.ts'
import { journeyClasses, kindsOf, type PaperKind, type PaperOwner, paperKinds } from '#shared/papers/paperKinds.ts'
import { useUser } from '../lib/session/session.ts'
import { peopleOf } from '../locations/api.ts'
import { ChoiceField, DayField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { vehiclesApi } from '../vehicles/api.ts'
import { papersApi } from './api.ts'

type Props = { paper?: Paper | undefined; vehicleId?: number | undefined; onClosed: () => void }

const valuesOf = (vehicleId: number | undefined) => (row: Paper | undefined) => ({
  whose: (row?.holder_id ? 'person' : row ? (row.vehicle_id ? 'vehicle' : 'company') : 'vehicle') as PaperOwner,
  vehicle_id: row?.vehicle_id ?? vehicleId ?? null,
  holder_id: row?.holder_id ?? null,
  kind: (row?.kind ?? 'insurance') as PaperKind,
  number: row?.number ?? null,
  issuer: row?.issuer ?? null,
  journey_class: row?.journey_class ?? null,
  issued_on: row?.issued_on ?? null,
  valid_until: row?.valid_until ?? null,
  note: row?.note ?? null,
})

/** Adds a paper of a vehicle, a person or the company, or changes one; whose it is stays. */
export function PaperForm({ paper, vehicleId, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const people = peopleOf(useUser()?.company_id ?? 0)
  const rowForm = useRowForm({
    name: vehicleId === undefined ? 'paper' : `paper_of_${vehicleId}`,
    row: paper,
    valuesOf: valuesOf(vehicleId),
    save: ({ whose, vehicle_id, holder_id, ...values }, base) => {
      const journey_class = values.kind === 'transport_approval' ? values.journey_class : null
      if (base) return papersApi.update({ ...values, journey_class, id: base.id, revision: base.revision })
      return papersApi.create({
        ...{ ...values, journey_class },
        ...(whose === 'vehicle' && { vehicle_id }),
        ...(whose === 'person' && { holder_id }),
      })
    },
    onSaved() {
      for (const noun of ['papers', 'vehicles']) queries.invalidateQueries({ queryKey: [noun] })
      onClosed()
    },
  })
  const { form } = rowForm
  const [whose, kind] = useWatch({ control: form.control, name: ['whose', 'kind'] })
  const kindName = (value: unknown) => t(`papers.kinds.${value as PaperKind}`)
  const offered: readonly PaperKind[] = kindsOf[whose]
  return (
    <RowFormSheet
      title={paper ? t('papers.edit') : t('papers.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'kind', label: t('papers.kind'), show: kindName },
        { name: 'number', label: t('papers.number') },
        { name: 'issuer', label: t('papers.issuer') },
        { name: 'issued_on', label: t('papers.issuedOn') },
        { name: 'valid_until', label: t('papers.validUntil') },
        { name: 'note', label: t('papers.note') },
      ]}
    >
      {!paper && vehicleId === undefined && (
        <ChoiceField
          form={form}
          name="whose"
          label={t('papers.whose')}
          required
          choices={(['vehicle', 'person', 'company'] as const).map(value => ({
            value,
            label: t(`papers.of.${value}`),
          }))}
        />
      )}
      {!paper && vehicleId === undefined && whose === 'vehicle' && (
        <RowField form={form} name="vehicle_id" label={t('papers.of.vehicle')} from={vehiclesApi} />
      )}
      {!paper && whose === 'person' && (
        <RowField form={form} name="holder_id" label={t('papers.of.person')} from={people} />
      )}
      <ChoiceField
        form={form}
        name="kind"
        label={t('papers.kind')}
        required
        choices={paperKinds.filter(one => offered.includes(one)).map(value => ({ value, label: kindName(value) }))}
      />
      {kind === 'transport_approval' && (
        <ChoiceField
          form={form}
          name="journey_class"
          label={t('papers.journeyClass')}
          choices={journeyClasses.map(value => ({ value, label: t(`papers.journeyClasses.${value}`) }))}
        />
      )}
      <TextField form={form} name="number" label={t('papers.number')} maxLength={200} />
      <TextField form={form} name="issuer" label={t('papers.issuer')} maxLength={200} />
      <DayField form={form} name="issued_on" label={t('papers.issuedOn')} />
      <DayField form={form} name="valid_until" label={t('papers.validUntil')} />
      <LongTextField form={form} name="note" label={t('papers.note')} />
    </RowFormSheet>
  )
}
