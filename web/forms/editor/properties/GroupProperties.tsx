import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Group, Repeat } from '#shared/forms/definition.ts'
import { useChangeElement, useFieldError } from '../EditingContext.tsx'
import { LogicProperties } from '../logic/LogicProperties.tsx'
import { patched } from '../structure/content.ts'
import { newId, newQuestion } from '../structure/newElements.ts'
import { FigureField, Toggle, WordsField } from './fields.tsx'
import styles from './Properties.module.css'
import { MeasuresField } from './rows/MeasuresField.tsx'
import { RowsFields } from './rows/RowsFields.tsx'

/** The heading of a group, and for a repeat the source of its rows. */
export function GroupProperties({ element }: { element: Group | Repeat }) {
  const { t } = useTranslation()
  const change = useChangeElement<Group | Repeat>(element)
  const errorAt = useFieldError(element.id)
  return (
    <>
      <WordsField
        label={t('formProperties.heading')}
        field="label"
        text={element.label}
        error={errorAt('label')}
        onChange={(label = {}) => change(before => ({ ...before, label }), 'label')}
      />
      <WordsField
        label={t('formProperties.hint')}
        field="hint"
        text={element.hint}
        error={errorAt('hint')}
        help={t('formProperties.hintHelp')}
        isLong
        onChange={hint => change(before => patched(before, { hint }), 'hint')}
      />
      {element.type === 'group' && (
        <Toggle
          label={t('formProperties.groupTable')}
          help={t('formProperties.groupTableHelp')}
          checked={element.layout === 'table'}
          onChange={isTable => change(before => patched(before, { layout: isTable ? 'table' : undefined }))}
        />
      )}
      <LogicProperties element={element} />
      {element.type === 'repeat' && <RepeatProperties repeat={element} />}
    </>
  )
}

const sources = ['person', 'animals', 'sample', 'count'] as const
const layouts = ['cards', 'table'] as const

/** Where the rows of a repeat come from, how many there may be, their name, and the measures over them. */
function RepeatProperties({ repeat }: { repeat: Repeat }) {
  const { t } = useTranslation()
  const change = useChangeElement(repeat)
  const errorAt = useFieldError(repeat.id)
  const put = (changes: Partial<Repeat>, field?: string) => change(before => patched(before, changes), field)
  return (
    <>
      <fieldset className={styles.group} data-field="rows">
        <legend>{t('formProperties.rows')}</legend>
        {errorAt('rows') && <p className={styles.problem}>{errorAt('rows')}</p>}
        <NativeSelect
          label={t('formProperties.rowsFrom')}
          value={repeat.rows?.from ?? 'person'}
          data={sources.map(value => ({ value, label: t(`formProperties.rowSources.${value}`) }))}
          onChange={event => {
            const from = event.currentTarget.value
            change(before => withRowsFrom(before, from))
          }}
        />
        <RowsFields repeat={repeat} onChange={(rows, field) => put({ rows }, field)} />
        {repeat.rows === undefined && (
          <div className={styles.row}>
            <FigureField
              label={t('formProperties.minRows')}
              field="min_rows"
              value={repeat.min_rows}
              min={0}
              max={500}
              error={errorAt('min_rows')}
              onChange={count => put({ min_rows: count && Math.round(count) }, 'min_rows')}
            />
            <FigureField
              label={t('formProperties.maxRows')}
              field="max_rows"
              value={repeat.max_rows}
              min={1}
              max={500}
              error={errorAt('max_rows')}
              onChange={count => put({ max_rows: count && Math.round(count) }, 'max_rows')}
            />
          </div>
        )}
        <WordsField
          label={t('formProperties.rowLabel')}
          field="row_label"
          text={repeat.row_label}
          error={errorAt('row_label')}
          help={t('formProperties.rowLabelHelp')}
          onChange={row_label => put({ row_label }, 'row_label')}
        />
        <NativeSelect
          label={t('formProperties.layout')}
          value={repeat.layout ?? 'cards'}
          data={layouts.map(value => ({ value, label: t(`formProperties.rowLayouts.${value}`) }))}
          onChange={event => put({ layout: event.currentTarget.value === 'table' ? 'table' : undefined })}
        />
      </fieldset>
      <MeasuresField repeat={repeat} />
    </>
  )
}

/** With another source of rows, as most people will want it. One for each animal needs a question that says which. */
function withRowsFrom(repeat: Repeat, from: string): Repeat {
  if (from === 'count') return { ...repeat, rows: { from, count: '1' } }
  if (from === 'sample')
    return { ...repeat, rows: { from, population: '100', sample: { confidence: 95, precision: 10 } } }
  if (from !== 'animals') return patched(repeat, { rows: undefined })
  const known = repeat.questions.find(({ type }) => type === 'animal')
  const animal = known ?? newQuestion('animal', newId())
  return {
    ...repeat,
    questions: known ? repeat.questions : [animal, ...repeat.questions],
    rows: { from, animal: animal.id },
  }
}
