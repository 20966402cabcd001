import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
import { endingOf, fileKinds, isFileEnding, largestFile } from '#shared/lib/fileKinds.ts'
import { api } from '../api.ts'
import { newKey } from '../lib/attemptKey.ts'
import { currentFormats } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { useAction } from '../lib/useAction.ts'
import { peopleOf } from '../members/queries.ts'
import { FileLink } from '../ui/FileLink.tsx'
import { ChoiceField, DayField, LongTextField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { RowField } from '../ui/row/RowField.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './CertificateFiles.module.css'

type Props = {
  paper?: Certificate | undefined
  /** What the certificate is now is kept with its files, and the form begins without dates and files. */
  isRenewal?: boolean | undefined
  vehicleId?: number | undefined
  onClosed: () => void
}

type CertificateValues = ReturnType<ReturnType<typeof valuesOf>>
/** A file that was sent; those that the certificate had lie at their path. */
type SentFile = { uuid: string; name: string; path: string | null }

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

/** What a browser is to offer. */
const accepted = ['image/*', ...Object.keys(fileKinds).map(ending => `.${ending}`)].join(',')
const faults = { kind: 'filling.fileKind', size: 'filling.fileTooLarge', unreadable: 'filling.unreadableFile' } as const

/**
 * The scans of a certificate in its form. Each is sent as soon as it is chosen, and belongs to the certificate with
 * saving.
 */
function CertificateFiles({ form }: { form: UseFormReturn<CertificateValues> }) {
  const { t } = useTranslation()
  const { field } = useController({ control: form.control, name: 'files' })
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string[]>([])
  const {
    run: take,
    isBusy,
    error: problem,
  } = useAction(async (chosen: File[]) => {
    const wrong: string[] = []
    try {
      for (const file of chosen.slice(0, maxCertificateFiles - field.value.length)) {
        const sent = await send(file)
        if ('fault' in sent) wrong.push(t(faults[sent.fault], { name: file.name }))
        else field.onChange([...form.getValues('files'), sent])
      }
    } finally {
      setRefused(wrong)
    }
  })

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('certificates.files')}</legend>
      {field.value.length > 0 && (
        <ul className={styles.list}>
          {field.value.map(({ uuid, name, path }) => (
            <li key={uuid} className={styles.file}>
              {path ? <FileLink href={`/storage/${path}`} name={name} /> : <bdi className={styles.name}>{name}</bdi>}
              <ActionIcon
                variant="subtle"
                color="gray"
                size={44}
                aria-label={t('filling.removeFile', { name })}
                onClick={() => field.onChange(field.value.filter(one => one.uuid !== uuid))}
              >
                <IconX size={20} />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        aria-label={t('certificates.addFile')}
        onChange={event => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void take(chosen)
        }}
      />
      {field.value.length < maxCertificateFiles && (
        <Button
          variant="default"
          leftSection={<IconPaperclip size={18} />}
          loading={isBusy}
          onClick={() => input.current?.click()}
        >
          {t('certificates.addFile')}
        </Button>
      )}
      {refused.map(text => (
        <Notice key={text} kind="attention">
          {text}
        </Notice>
      ))}
      {problem !== undefined && (
        <Notice kind="stop">
          <ProblemText error={problem} />
        </Notice>
      )}
    </fieldset>
  )
}

/** Sends a file: a picture is resized first. Throws a `RequestError`. */
async function send(chosen: File): Promise<{ fault: keyof typeof faults } | CertificateValues['files'][number]> {
  const isPicture = chosen.type.startsWith('image/')
  if (!isPicture && !isFileEnding(endingOf(chosen.name))) return { fault: 'kind' }
  const { drawPicture } = await import('../lib/drawPicture.ts')
  const picture = isPicture ? await drawPicture(chosen).catch(() => undefined) : undefined
  const name = picture ? chosen.name.replace(/\.[^.]*$/, '.jpg') : chosen.name
  const file = picture ? new File([picture], name, { type: picture.type }) : chosen
  if (file.size > largestFile) return { fault: 'size' }
  if (file.size === 0) return { fault: 'unreadable' }
  const uuid = newKey()
  await api.files.create({ uuid }, { files: { file } })
  return { uuid, name, path: null }
}
