import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { FieldPath } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Pass } from '#shared/passes/contract.ts'
import { maxPassDays } from '#shared/passes/rules.ts'
import type { PassTemplate } from '#shared/passes/templates.ts'
import { administration } from '../administrationApi.ts'
import { RequestError } from '../lib/requestError.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { DayField, NumberField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { MoreFields } from '../ui/row/MoreFields.tsx'
import { RowFormSheet } from '../ui/row/RowFormSheet.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { useRowForm } from '../ui/row/useRowForm.ts'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone, tellUndo } from '../ui/toast.tsx'
import { blankPass, KindsField, NamesField, type PassValues, ReachField } from './PassFields.tsx'
import { dayAfterPass, daysAfter, endOf, recordDays, startOf, today, validDays } from './passDays.ts'

type Values = PassValues & {
  first_day: string | null
  last_day: string | null
  start_day: string | null
  end_day: string | null
  pin: string | null
}

const blank: Values = {
  ...blankPass,
  ...{ first_day: null, last_day: null, start_day: null, end_day: null, pin: null },
}

/** The fields of the form for those of the call. */
const fieldFor: Record<string, FieldPath<Values>> = { starts_at: 'start_day', ends_at: 'end_day' }

/** Now where the day is today, over or left out: the records are shown as they were at the start. */
function startingAt(day: string | null, timeZone: string | undefined): Date {
  const [now, start] = [new Date(), day ? startOf(day, timeZone) : new Date()]
  return start < now ? now : start
}

/** By what a pass is issued: nothing, a template, or a pass that it renews. */
type Source = { template?: PassTemplate | undefined; renews?: Pass | undefined }

function valuesOf({ template, renews }: Source, timeZone: string | undefined): Values {
  const source = template ?? renews
  if (!source) return blank
  const { holder_name, holder_office, holder_email, reach, kinds, shows_names, opens_papers } = source
  return {
    ...{
      ...blank,
      holder_name,
      holder_office: holder_office || null,
      holder_email,
      reach,
      kinds,
      shows_names,
      opens_papers,
    },
    first_day: renews
      ? dayAfterPass(renews, timeZone)
      : template?.record_days
        ? daysAfter(today(timeZone), 1 - template.record_days)
        : null,
    end_day: daysAfter(today(timeZone), (renews ? validDays(renews) : (template?.valid_days ?? 1)) - 1),
  }
}

const folded = ['holder_office', 'holder_email', 'kinds', 'first_day', 'last_day', 'start_day', 'pin'] as const

/** Issues a pass, then opens its page. */
export function NewPassSheet({ template, renews, onClosed }: Source & { onClosed: () => void }) {
  const { t } = useTranslation()
  const source = renews ? `renews_${renews.id}` : template ? `template_${template.id}` : 'new'
  const { timeZone } = useCompanyFormat()
  const { form, restart } = useDraftForm<Values>(`pass_${source}`, valuesOf({ template, renews }, timeZone))
  const making = useIssuing(renews, form.setError, restart)
  return (
    <SideSheet
      title={t(renews ? 'passes.renew' : 'passes.add')}
      onClosed={onClosed}
      hasUnsaved={form.formState.isDirty}
      onDiscard={() => restart()}
    >
      {close => (
        <form className={sheet.form} noValidate onSubmit={form.handleSubmit(values => making.mutate(values))}>
          {making.error && (
            <Notice kind="stop">
              <ProblemText error={making.error} />
            </Notice>
          )}
          {renews && <p>{t('passes.renewText')}</p>}
          <TextField form={form} name="holder_name" label={t('passes.holderName')} required maxLength={200} />
          {!renews && <ReachField form={form} />}
          {renews && <DayField form={form} name="first_day" label={t('passes.firstDay')} />}
          <DayField form={form} name="end_day" label={t('passes.endDay')} required />
          <MoreFields form={form} names={folded}>
            <TextField form={form} name="holder_office" label={t('passes.office')} maxLength={200} />
            <TextField form={form} name="holder_email" label={t('passes.email')} type="email" />
            {!renews && <KindsField form={form} />}
            {!renews && <DayField form={form} name="first_day" label={t('passes.firstDay')} />}
            <DayField form={form} name="last_day" label={t('passes.lastDay')} />
            {!renews && <NamesField form={form} />}
            <DayField form={form} name="start_day" label={t('passes.startDay')} description={t('passes.startHint')} />
            <TextField
              form={form}
              name="pin"
              label={t('passes.pin')}
              description={t('passes.pinHint')}
              maxLength={12}
            />
          </MoreFields>
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t('passes.make')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

type SetError = (name: FieldPath<Values>, error: { message: string }) => void

function useIssuing(renews: Pass | undefined, setError: SetError, restart: () => void) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { timeZone } = useCompanyFormat()
  return useMutation({
    mutationFn({ start_day, end_day, reach, kinds, shows_names, opens_papers, ...values }: Values) {
      const sent = {
        ...values,
        holder_name: values.holder_name ?? '',
        holder_office: values.holder_office ?? '',
        starts_at: startingAt(start_day, timeZone).toISOString(),
        ends_at: endOf(end_day ?? '', timeZone).toISOString(),
      }
      return renews
        ? administration.passes.renew({ ...sent, id: renews.id })
        : administration.passes.create({ ...sent, reach, kinds, shows_names, opens_papers })
    },
    onSuccess({ id }) {
      queries.invalidateQueries({ queryKey: administration.passes.key })
      restart()
      tellDone(t('passes.made'))
      navigate({ to: '/company/passes/$id', params: { id: String(id) } })
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors)) {
        const name = fieldFor[field] ?? field
        if (name in blank) setError(name as FieldPath<Values>, { message: texts.join(' ') })
      }
    },
  })
}

type TemplateValues = PassValues & { name: string; record_days: number | null; valid_days: number | null }

const usualDays = 7

function templateValuesOf(
  row: PassTemplate | undefined,
  pass: Pass | undefined,
  timeZone: string | undefined,
): TemplateValues {
  const source = row ?? pass
  if (!source) return { ...blankPass, name: '', record_days: null, valid_days: usualDays }
  const { holder_name, holder_office, holder_email, reach, kinds, shows_names, opens_papers } = source
  return {
    ...{ holder_name, holder_office: holder_office || null, holder_email, reach, kinds, shows_names, opens_papers },
    ...(row
      ? { name: row.name, record_days: row.record_days, valid_days: row.valid_days }
      : { name: holder_office || holder_name, ...(pass && daysOf(pass, timeZone)) }),
  } as TemplateValues
}

const daysOf = (pass: Pass, timeZone: string | undefined) => ({
  record_days: recordDays(pass, timeZone),
  valid_days: Math.min(validDays(pass), maxPassDays),
})

const foldedOfTemplate = [
  'holder_office',
  'holder_email',
  'kinds',
  'record_days',
  'shows_names',
  'opens_papers',
] as const

type TemplateProps = { template?: PassTemplate; pass?: Pass; onClosed: () => void }

/** Adds a template, by hand or from a pass, or changes and archives one. */
export function PassTemplateSheet({ template, pass, onClosed }: TemplateProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { passTemplates } = administration
  const { timeZone } = useCompanyFormat()
  const changed = () => queries.invalidateQueries({ queryKey: passTemplates.key })
  const rowForm = useRowForm<TemplateValues, PassTemplate>({
    name: 'pass_template',
    row: template,
    valuesOf: row => templateValuesOf(row, pass, timeZone),
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
      <MoreFields form={form} names={foldedOfTemplate}>
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
