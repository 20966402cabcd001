import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { questionsOf } from '#shared/forms/elements.ts'
import type { Question } from '#shared/forms/questions.ts'
import { useChangeElement, useShown } from '../../EditingContext.tsx'
import { patched } from '../../structure/patched.ts'
import styles from '../Properties.module.css'
import { Toggle } from '../Toggle.tsx'
import { useElementNames } from '../useElementNames.ts'

export type RegisterQuestion = Extract<Question, { many?: boolean | undefined }>

/** How many rows of the register may be picked, and for animals, of which group. */
export function RegisterProperties({ question }: { question: RegisterQuestion }) {
  const { t } = useTranslation()
  const change = useChangeElement(question)
  const { definition } = useShown().state.content
  const nameOf = useElementNames()
  const groups = questionsOf(definition).filter(({ type }) => type === 'animal_group')
  return (
    <fieldset className={styles.group}>
      <legend>{t(`forms.types.${question.type}`)}</legend>
      <Toggle
        label={t('formProperties.pickMany')}
        checked={question.many === true}
        onChange={many => change(before => patched(before, { many: many || undefined }))}
      />
      {question.type === 'animal' && (
        <div data-field="group">
          <NativeSelect
            label={t('formProperties.onlyOfGroup')}
            description={groups.length === 0 ? t('formProperties.onlyOfGroupHelp') : undefined}
            value={question.group ?? ''}
            data={[
              { value: '', label: t('formProperties.anyAnimal') },
              ...groups.map(({ id }) => ({ value: id, label: nameOf(id) })),
            ]}
            onChange={event => {
              const group = event.currentTarget.value || undefined
              change(before => patched(before, { group }))
            }}
          />
        </div>
      )}
    </fieldset>
  )
}
