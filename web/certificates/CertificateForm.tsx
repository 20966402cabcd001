import { useQueryClient } from '@tanstack/react-query'
import { type UseFormReturn, useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Certificate } from '#shared/certificates/contract.ts'
import {
  type CertificateKind,
  type CertificateOwner,
  certificateKinds,
  journeyClasses,
  kindsOf,
  maxCertificateFiles,
} from '#shared/certificates/rules.ts'
import { api } from '../api.ts'
import { FilesField, type SentFile } from '../files/FilesField.tsx'
import { currentFormats } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { peopleOf } from '../members/queries.ts'
import { ChoiceField, DayField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'

type Props = {
  paper?: Certificate | undefined
  /** What the certificate is now is kept with its files, and the form begins without dates and files. */
  isRenewal?: boolean | undefined
  vehicleId?: number | undefined
  onClosed: () => void
}

type CertificateValues = ReturnType<ReturnType<typeof valuesOf>>

const valuesOf = (vehicleId: number | undefined) => (row: Certificate | undefined) => ({
  whose: (row?.holder_id ? 'person' : row ? (row.vehicle_id ? 'vehicle' : 'company') : 'vehicle') as CertificateOwner,
  vehicle_id: row?.vehicle_id ?? vehicleId ?? null,
  holder_id: row?.holder_id ?? null,
  kind: (row?.kind ?? 'insurance') as CertificateKind,
  number: row?.number ?? null,
  issuer: row?.issuer ?? null,
  journey_class: row?.journey_class ?? null,
  issued_on: row?.issued_on ?? null,
  valid_until: row?.valid_until ?? null,
  note: row?.note ?? null,
  files: (row?.files ?? []).map(({ uuid, name, path }): SentFile => ({ uuid, name, path })),
})

/** What it is renewed to: the same but for the days and the scans. */
const renewed = (paper: Certificate): CertificateValues => ({
  ...valuesOf(undefined)(paper),
  ...{ issued_on: null, valid_until: null, files: [] },
})

/** Adds a certificate of a vehicle, a person or the company, changes one or renews it; whose it is stays. */
export function CertificateForm({ paper, isRenewal = false, vehicleId, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const people = peopleOf(useUser()?.company_id ?? 0)
  const rowForm = useRowForm({
    name: isRenewal ? 'renewed_paper' : vehicleId === undefined ? 'paper' : `paper_of_${vehicleId}`,
    row: paper,
    valuesOf: row => (isRenewal && row ? renewed(row) : valuesOf(vehicleId)(row)),
    save: ({ whose, vehicle_id, holder_id, files, ...typed }, base) => {
      const values = { ...typed, file_uuids: files.map(({ uuid }) => uuid) }
      const journey_class = values.kind === 'transport_approval' ? values.journey_class : null
      if (base)
        return api.papers.update({
          ...values,
          journey_class,
          id: base.id,
          revision: base.revision,
          is_renewal: isRenewal,
        })
      return api.papers.create({
        ...{ ...values, journey_class },
        ...(whose === 'vehicle' && { vehicle_id }),
        ...(whose === 'person' && { holder_id }),
      })
    },
    onSaved() {
      for (const { key } of [api.papers, api.vehicles]) queries.invalidateQueries({ queryKey: key })
      onClosed()
    },
  })
  const { form } = rowForm
  const [whose, kind] = useWatch({ control: form.control, name: ['whose', 'kind'] })
  const shownFiles = (files: unknown) => currentFormats().commas((files as SentFile[]).map(({ name }) => name))
  const kindName = (value: unknown) => t(`certificates.kinds.${value as CertificateKind}`)
  const offered: readonly CertificateKind[] = kindsOf[whose]
  return (
    <RowFormSheet
      title={t(isRenewal ? 'certificates.renewTitle' : paper ? 'certificates.edit' : 'certificates.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'kind', label: t('certificates.kind'), show: kindName },
        { name: 'number', label: t('certificates.number') },
        { name: 'issuer', label: t('certificates.issuer') },
        { name: 'issued_on', label: t('certificates.issuedOn') },
        { name: 'valid_until', label: t('certificates.validUntil') },
        { name: 'note', label: t('certificates.note') },
        { name: 'files', label: t('certificates.files'), show: shownFiles },
      ]}
    >
      {!paper && vehicleId === undefined && (
        <ChoiceField
          form={form}
          name="whose"
          label={t('certificates.whose')}
          required
          choices={(['vehicle', 'person', 'company'] as const).map(value => ({
            value,
            label: t(`certificates.of.${value}`),
          }))}
        />
      )}
      {!paper && vehicleId === undefined && whose === 'vehicle' && (
        <RowField form={form} name="vehicle_id" label={t('certificates.of.vehicle')} from={api.vehicles} />
      )}
      {!paper && whose === 'person' && (
        <RowField form={form} name="holder_id" label={t('certificates.of.person')} from={people} />
      )}
      <ChoiceField
        form={form}
        name="kind"
        label={t('certificates.kind')}
        required
        choices={certificateKinds
          .filter(one => offered.includes(one))
          .map(value => ({ value, label: kindName(value) }))}
      />
      {kind === 'transport_approval' && (
        <ChoiceField
          form={form}
          name="journey_class"
          label={t('certificates.journeyClass')}
          choices={journeyClasses.map(value => ({ value, label: t(`certificates.journeyClasses.${value}`) }))}
        />
      )}
      <TextField form={form} name="number" label={t('certificates.number')} maxLength={200} />
      <TextField form={form} name="issuer" label={t('certificates.issuer')} maxLength={200} />
      <DayField form={form} name="issued_on" label={t('certificates.issuedOn')} />
      <DayField form={form} name="valid_until" label={t('certificates.validUntil')} />
      <CertificateFiles form={form} />
      <LongTextField form={form} name="note" label={t('certificates.note')} />
    </RowFormSheet>
  )
}

/**
 * The scans of a certificate in its form. Each is sent as soon as it is chosen, and belongs to the certificate with
 * saving.
 */
function CertificateFiles({ form }: { form: UseFormReturn<CertificateValues> }) {
  const { t } = useTranslation()
  const { field } = useController({ control: form.control, name: 'files' })
  return (
    <FilesField
      label={t('certificates.files')}
      add={t('certificates.addFile')}
      most={maxCertificateFiles}
      files={field.value}
      onAdd={file => field.onChange([...form.getValues('files'), file])}
      onRemove={uuid => field.onChange(field.value.filter(one => one.uuid !== uuid))}
    />
  )
}
