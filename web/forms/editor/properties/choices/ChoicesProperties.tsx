import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ChoiceQuestion, MultipleChoiceQuestion } from '#shared/forms/questions.ts'
import { useChangeElement, useShown } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import { repeatsAround } from '../../structure/structure.ts'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { TableColumns } from '../tables/TableColumns.tsx'
import { useFieldError } from '../useFieldError.ts'
import { ChoiceList } from './ChoiceList.tsx'
import { ChoiceSetField } from './ChoiceSetField.tsx'
import { useFilterColumns } from './useFilterColumns.ts'

const layouts = ['buttons', 'list', 'pictures'] as const

/** What there is to choose from, the question's own or a set that several share, and how it is offered. */
export function ChoicesProperties({ question }: { question: ChoiceQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement<ChoiceQuestion>(question)
  const errorAt = useFieldError(question.id)
  const { definition } = useShown().state.content
  const columns = useFilterColumns([question])
  const problem = errorAt('choices') ?? errorAt('choice_set') ?? errorAt('table')
  return (
    <fieldset className={styles.group} data-field="choices">
      <legend>{t('formProperties.choices')}</legend>
      {problem && <p className={styles.problem}>{problem}</p>}
      <ChoiceSetField question={question} />
      {question.table && <TableColumns question={question} />}
      {question.choice_set === undefined && question.table === undefined && (
        <ChoiceList
          choices={question.choices}
          isMultiple={question.type === 'multiple_choice'}
          isGraded={repeatsAround(definition, question.id).length > 0}
          hasPictures={question.layout === 'pictures'}
          columns={columns}
          errorAt={errorAt}
          onChange={(choices, field) => change(before => ({ ...before, choices }), field)}
        />
      )}
      {question.type === 'multiple_choice' && (
        <Toggle
          label={t('formProperties.ranked')}
          checked={question.ranked === true}
          onChange={ranked =>
            change(before => patched(before as MultipleChoiceQuestion, { ranked: ranked || undefined }))
          }
        />
      )}
      <NativeSelect
        label={t('formProperties.layout')}
        value={question.layout ?? ''}
        data={[
          { value: '', label: t('formProperties.layouts.fitting') },
          ...layouts.map(value => ({ value, label: t(`formProperties.layouts.${value}`) })),
        ]}
        onChange={event => {
          const layout = layouts.find(one => one === event.currentTarget.value)
          change(before => patched(before, { layout }))
        }}
      />
    </fieldset>
  )
}
