import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FieldPath, type FieldValues, type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { questionsOf } from '#shared/forms/elements.ts'
import { scoreBands } from '#shared/forms/scoring/score.ts'
import type { Report } from '#shared/reports/contract.ts'
import { periodUnits, reportGroupings, reportParts } from '#shared/reports/rules.ts'
import { api } from '../../api.ts'
import { allForms } from '../../filling/queries.ts'
import { useSites } from '../../locations/siteQueries.ts'
import {
  type Choice,
  ChoiceField,
  DayField,
  LongTextField,
  NumberField,
  SwitchField,
  TextField,
} from '../../ui/fields/formFields.tsx'
import { MultiSelect } from '../../ui/floatingParts.tsx'
import { RowFormSheet } from '../../ui/row/RowFormSheet.tsx'
import { useRowForm } from '../../ui/row/useRowForm.ts'
import { useReportFormatter } from '../useReportWords.ts'
import styles from './ReportForm.module.css'
import { PeopleField, SubjectsField } from './RowsFields.tsx'
import { draftOf, type ReportValues, valuesOf } from './values.ts'

type Props = { report?: Report; onClosed: () => void; onSaved?: (report: Report) => void }

/** Adds a report, or changes the one that it is given. */
export function ReportForm({ report, onClosed, onSaved }: Props) {
  const { t } = useTranslation()
  const words = useReportFormatter()
  const queries = useQueryClient()
  const forms = useQuery(allForms()).data ?? []
  const hasSites = useSites() !== undefined
  const rowForm = useRowForm<ReportValues & { id?: number }, Report>({
    name: 'report',
    row: report,
    valuesOf: row => valuesOf(row, hasSites),
    save: (values, base) =>
      base
        ? api.reports.update({ ...draftOf(values), id: base.id, revision: base.revision })
        : api.reports.create(draftOf(values)),
    onSaved(saved) {
      queries.invalidateQueries({ queryKey: api.reports.key })
      onClosed()
      onSaved?.(saved)
    },
  })
  const { form } = rowForm
  const [kind, groupBy, chosen] = form.watch(['period_kind', 'group_by', 'forms'])
  const questions = useChoiceQuestions(chosen.length === 1 ? Number(chosen[0]) : null)
  const said = (value: unknown) => (Array.isArray(value) ? words.formats.number(value.length) : String(value))
  return (
    <RowFormSheet
      title={report ? t('reports.edit') : t('reports.add')}
      rowForm={rowForm}
      onClosed={onClosed}
      fields={[
        { name: 'name', label: t('reports.name') },
        { name: 'description', label: t('reports.description') },
        { name: 'forms', label: t('reports.forms'), show: said },
        { name: 'count', label: t('reports.count') },
        { name: 'parts', label: t('reports.parts'), show: said },
      ]}
    >
      <TextField form={form} name="name" label={t('reports.name')} required maxLength={200} />
      <LongTextField form={form} name="description" label={t('reports.description')} />
      <ManyField
        form={form}
        name="forms"
        label={t('reports.forms')}
        description={t('reports.formsHint')}
        choices={forms.map(({ id, name, default_language }) => ({
          value: String(id),
          label: words.read(name, default_language),
        }))}
      />
      <ChoiceField
        form={form}
        name="period_kind"
        label={t('reports.period')}
        required
        choices={(['relative', 'fixed'] as const).map(value => ({ value, label: t(`reports.periodKinds.${value}`) }))}
      />
      <div className={styles.pair}>
        {kind === 'fixed' ? (
          <>
            <DayField form={form} name="from" label={t('reports.from')} required />
            <DayField form={form} name="to" label={t('reports.to')} required />
          </>
        ) : (
          <>
            <NumberField
              form={form}
              name="count"
              label={t('reports.count')}
              min={1}
              max={366}
              allowDecimal={false}
              required
            />
            <ChoiceField
              form={form}
              name="unit"
              label={t('reports.unit')}
              required
              choices={periodUnits.map(value => ({ value, label: t(`reports.units.${value}`) }))}
            />
          </>
        )}
      </div>
      <ChoiceField
        form={form}
        name="group_by"
        label={t('reports.groupBy')}
        choices={reportGroupings
          .filter(value => value !== 'question' || questions.length > 0 || groupBy === value)
          .filter(value => value !== 'site' || hasSites || groupBy === value)
          .map(value => ({ value, label: t(`reports.groupings.${value}`) }))}
      />
      {groupBy === 'question' && (
        <ChoiceField
          form={form}
          name="group_question_id"
          label={t('reports.groupQuestion')}
          required
          choices={questions}
        />
      )}
      <fieldset className={styles.filters}>
        <legend>{t('reports.filters')}</legend>
        <SubjectsField form={form} />
        <PeopleField form={form} />
        <ManyField
          form={form}
          name="bands"
          label={t('reports.bands')}
          choices={scoreBands.map(value => ({ value, label: t(`submissions.pdf.${value}`) }))}
        />
        <SwitchField form={form} name="critical" label={t('reports.onlyCritical')} />
      </fieldset>
      <ManyField
        form={form}
        name="parts"
        label={t('reports.parts')}
        required
        choices={reportParts.map(value => ({ value, label: t(`reports.partNames.${value}`) }))}
      />
      <SwitchField
        form={form}
        name="for_everybody"
        label={t('reports.forEverybody')}
        description={t('reports.forEverybodyHint')}
      />
    </RowFormSheet>
  )
}

/** Those of the form by whose answers submissions can be compared. */
function useChoiceQuestions(formId: number | null) {
  const words = useReportFormatter()
  const { data } = useQuery({ ...api.forms.get.query({ id: formId ?? 0 }), enabled: formId !== null })
  const definition = data?.published?.definition
  if (!definition || formId === null) return []
  return questionsOf(definition)
    .filter(({ type }) => type === 'yes_no' || type === 'single_choice' || type === 'multiple_choice')
    .map(({ id, label }) => ({ value: id, label: words.read(label, definition.default_language) || id }))
}

type ManyFieldProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>
  name: FieldPath<Values>
  label: string
  description?: string
  required?: boolean
  choices: Choice[]
}

/** Picks several of a few that are known from the start. The field's value is the list of their values. */
function ManyField<Values extends FieldValues>({
  form,
  name,
  label,
  description,
  required,
  choices,
}: ManyFieldProps<Values>) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name,
    rules: required ? { validate: (value: string[]) => value.length > 0 || t('problem.field.required') } : {},
  })
  return (
    <MultiSelect
      ref={field.ref}
      onBlur={field.onBlur}
      label={label}
      description={description}
      error={fieldState.error?.message}
      required={required}
      searchable
      hidePickedOptions
      nothingFoundMessage={t('common.nothingFound')}
      clearButtonProps={{ 'aria-label': t('common.clearSelection') }}
      data={choices}
      value={field.value as string[]}
      onChange={field.onChange}
    />
  )
}
