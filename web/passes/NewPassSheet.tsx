import { Button, Checkbox, Radio } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import { type PassKind, passKinds } from '#shared/passes/rules.ts'
import { administration } from '../administrationApi.ts'
import { RequestError } from '../lib/requestError.ts'
import { isReachMissing } from '../members/queries.ts'
import { ReachSelect } from '../members/ReachSelect.tsx'
import { DayField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'

type Values = {
  holder_name: string
  holder_office: string | null
  holder_email: string | null
  reach: ReachInput | null
  kinds: PassKind[]
  first_day: string | null
  last_day: string | null
  shows_names: boolean
  opens_papers: boolean
  start_day: string | null
  end_day: string | null
  pin: string | null
}

const blank: Values = {
  ...{ holder_name: '', holder_office: null, holder_email: null, reach: null, kinds: [...passKinds] },
  ...{
    first_day: null,
    last_day: null,
    shows_names: false,
    opens_papers: false,
    start_day: null,
    end_day: null,
    pin: null,
  },
}

/** The fields of the form for those of the call. */
const fieldFor: Record<string, FieldPath<Values>> = { starts_at: 'start_day', ends_at: 'end_day' }

/** The first moment of a day on this device's clock, that many days later. */
function momentOf(day: string, later = 0): Date {
  const moment = new Date(`${day}T00:00`)
  moment.setDate(moment.getDate() + later)
  return moment
}

/** Now where the day is today or left out: the records are shown as they were at the start. */
function startOf(day: string | null): Date {
  const [now, start] = [new Date(), day ? momentOf(day) : new Date()]
  return start < now ? now : start
}

/** Issues a pass, then opens its page. */
export function NewPassSheet({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { form, restart } = useDraftForm<Values>('pass', blank)
  const reach = useController({
    control: form.control,
    name: 'reach',
    rules: { validate: value => (isReachMissing(value) ? t('members.reachMissing') : true) },
  })
  const kinds = useController({
    control: form.control,
    name: 'kinds',
    rules: { validate: value => (value.length === 0 ? t('passes.kindsMissing') : true) },
  })
  const names = useController({ control: form.control, name: 'shows_names' })
  const papers = useController({ control: form.control, name: 'opens_papers' })
  const making = useMutation({
    mutationFn: ({ start_day, end_day, holder_office, ...values }: Values) =>
      administration.passes.create({
        ...{ ...values, holder_office: holder_office ?? '', starts_at: startOf(start_day).toISOString() },
        ends_at: momentOf(end_day ?? '', 1).toISOString(),
      }),
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
        if (name in blank) form.setError(name as FieldPath<Values>, { message: texts.join(' ') })
      }
    },
  })
  return (
    <SideSheet
      title={t('passes.add')}
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
          <TextField form={form} name="holder_name" label={t('passes.holderName')} required maxLength={200} />
          <TextField form={form} name="holder_office" label={t('passes.office')} maxLength={200} />
          <TextField form={form} name="holder_email" label={t('passes.email')} type="email" />
          <ReachSelect
            label={t('passes.reach')}
            value={reach.field.value}
            onChange={reach.field.onChange}
            whole={t('members.reachWhole')}
            error={reach.fieldState.error?.message ?? null}
          />
          <Checkbox.Group
            label={t('passes.records')}
            value={kinds.field.value}
            onChange={kinds.field.onChange}
            error={kinds.fieldState.error?.message}
          >
            {passKinds.map(kind => (
              <Checkbox key={kind} value={kind} mt="xs" label={t(`passes.kinds.${kind}`)} />
            ))}
          </Checkbox.Group>
          <DayField form={form} name="first_day" label={t('passes.firstDay')} />
          <DayField form={form} name="last_day" label={t('passes.lastDay')} />
          <Radio.Group
            label={t('passes.names')}
            description={t('passes.namesHint')}
            value={names.field.value ? 'shown' : 'replaced'}
            onChange={value => names.field.onChange(value === 'shown')}
          >
            <Radio value="replaced" mt="xs" label={t('passes.namesReplaced')} />
            <Radio value="shown" mt="xs" label={t('passes.namesShown')} />
          </Radio.Group>
          {!names.field.value && (
            <Checkbox
              label={t('passes.papersOpen')}
              description={t('passes.papersHint')}
              checked={papers.field.value}
              onChange={event => papers.field.onChange(event.currentTarget.checked)}
            />
          )}
          <DayField form={form} name="start_day" label={t('passes.startDay')} description={t('passes.startHint')} />
          <DayField form={form} name="end_day" label={t('passes.endDay')} required />
          <TextField form={form} name="pin" label={t('passes.pin')} description={t('passes.pinHint')} maxLength={12} />
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
