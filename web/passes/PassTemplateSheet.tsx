import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Pass } from '#shared/passes/contract.ts'
import { maxPassDays } from '#shared/passes/rules.ts'
import type { PassTemplate } from '#shared/passes/templates.ts'
import { administration } from '../administrationApi.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { NumberField, TextField } from '../ui/fields/formFields.tsx'
import { MoreFields } from '../ui/row/MoreFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { tellDone, tellUndo } from '../ui/toast.tsx'
import { blankPass, KindsField, NamesField, type PassValues, ReachField } from './PassFields.tsx'
import { recordDays, validDays } from './passDays.ts'

type Values = PassValues & { name: string; record_days: number | null; valid_days: number | null }

const usualDays = 7

function valuesOf(row: PassTemplate | undefined, pass: Pass | undefined, timeZone: string | undefined): Values {
  const source = row ?? pass
  if (!source) return { ...blankPass, name: '', record_days: null, valid_days: usualDays }
  const { holder_name, holder_office, holder_email, reach, kinds, shows_names, opens_papers } = source
  return {
    ...{ holder_name, holder_office: holder_office || null, holder_email, reach, kinds, shows_names, opens_papers },
    ...(row
      ? { name: row.name, record_days: row.record_days, valid_days: row.valid_days }
      : { name: holder_office || holder_name, ...(pass && daysOf(pass, timeZone)) }),
  } as Values
}

const daysOf = (pass: Pass, timeZone: string | undefined) => ({
  record_days: recordDays(pass, timeZone),
  valid_days: Math.min(validDays(pass), maxPassDays),
})

const folded = ['holder_office', 'holder_email', 'kinds', 'record_days', 'shows_names', 'opens_papers'] as const

type Props = { template?: PassTemplate; pass?: Pass; onClosed: () => void }

/** Adds a template, by hand or from a pass, or changes and archives one. */
export function PassTemplateSheet({ template, pass, onClosed }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { passTemplates } = administration
  const { timeZone } = useCompanyFormat()
  const changed = () => queries.invalidateQueries({ queryKey: passTemplates.key })
  const rowForm = useRowForm<Values, PassTemplate>({
    name: 'pass_template',
    row: template,
    valuesOf: row => valuesOf(row, pass, timeZone),
    save({ holder_name, holder_office, valid_days, ...values }, base) {
      const sent = {
        ...values,
        ...{ holder_name: holder_name ?? '', holder_office: holder_office ?? '', valid_days: valid_days ?? 0 },
      }
      return base ? passTemplates.update({ ...sent, id: base.id, revision: base.revision }) : passTemplates.create(sent)
    },
    onSaved() {
      changed()
      tellDone(t('passes.templates.saved'))
      onClosed()
    },
  })
  const restoring = useMutation({ mutationFn: (id: number) => passTemplates.restore({ id }), onSettled: changed })
  const archiving = useMutation({
    mutationFn: ({ id }: PassTemplate) => passTemplates.remove({ id }),
    onSuccess(_, { id, name }) {
      tellUndo(t('common.archivedName', { name }), t('common.undo'), () => restoring.mutate(id))
      onClosed()
    },
    onSettled: changed,
  })
  const { form } = rowForm
  return (
    <RowFormSheet
      title={t(template ? 'passes.templates.edit' : 'passes.templates.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('passes.templates.name') },
        { name: 'holder_name', label: t('passes.holderName') },
        { name: 'holder_office', label: t('passes.office') },
        { name: 'holder_email', label: t('passes.email') },
        { name: 'valid_days', label: t('passes.templates.validDays') },
        { name: 'record_days', label: t('passes.templates.recordDays') },
      ]}
    >
      <TextField form={form} name="name" label={t('passes.templates.name')} required maxLength={200} />
      <TextField form={form} name="holder_name" label={t('passes.holderName')} maxLength={200} />
      <ReachField form={form} />
      <NumberField
        form={form}
        name="valid_days"
        label={t('passes.templates.validDays')}
        required
        min={1}
        max={maxPassDays}
        allowDecimal={false}
      />
      <MoreFields form={form} names={folded}>
        <TextField form={form} name="holder_office" label={t('passes.office')} maxLength={200} />
        <TextField form={form} name="holder_email" label={t('passes.email')} type="email" />
        <KindsField form={form} />
        <NumberField
          form={form}
          name="record_days"
          label={t('passes.templates.recordDays')}
          description={t('passes.templates.recordDaysHint')}
          min={1}
          allowDecimal={false}
        />
        <NamesField form={form} />
      </MoreFields>
      {template && (
        <Button variant="subtle" loading={archiving.isPending} onClick={() => archiving.mutate(template)}>
          {t('common.archive')}
        </Button>
      )}
    </RowFormSheet>
  )
}
