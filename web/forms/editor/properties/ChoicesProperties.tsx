import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#shared/forms/choices.ts'
import type { MultipleChoiceQuestion, SingleChoiceQuestion } from '#shared/forms/questions.ts'
import { useChangeQuestion } from '../EditingContext.tsx'
import { newChoice } from '../newElements.ts'
import { ChoiceItem } from './ChoiceItem.tsx'
import styles from './Properties.module.css'
import { useFieldError } from './useFieldError.ts'

type Props = { question: SingleChoiceQuestion | MultipleChoiceQuestion }

/** What there is to choose from. Enter in a choice adds the next one. */
export function ChoicesProperties({ question }: Props) {
  const { t } = useTranslation()
  const change = useChangeQuestion(question)
  const errorAt = useFieldError(question.id)
  const list = useRef<HTMLUListElement>(null)
  const { choices } = question
  const put = (next: Choice[], field?: string) => change(before => ({ ...before, choices: next }), field)

  const focusOn = (index: number) =>
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-field="choices.${index}.label"] input`)?.focus(),
    )

  function add(index: number) {
    put(choices.toSpliced(index, 0, newChoice()))
    focusOn(index)
  }

  return (
    <fieldset className={styles.group} data-field="choices">
      <legend>{t('forms.choices')}</legend>
      {errorAt('choices') && <p className={styles.problem}>{errorAt('choices')}</p>}
      <ul ref={list} className={styles.items}>
        {choices.map((choice, index) => (
          <ChoiceItem
            key={choice.id}
            choice={choice}
            index={index}
            count={choices.length}
            isMultiple={question.type === 'multiple_choice'}
            error={errorAt(`choices.${index}.label`) ?? errorAt(`choices.${index}.id`)}
            onChange={(next, field) => put(choices.with(index, next), field && `choices.${choice.id}.${field}`)}
            onMove={by => put(moved(choices, index, by))}
            onRemove={() => {
              put(choices.toSpliced(index, 1))
              focusOn(Math.min(index, choices.length - 2))
            }}
            onNext={() => add(index + 1)}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={18} />}
        disabled={choices.length >= 500}
        onClick={() => add(choices.length)}
      >
        {t('forms.addChoice')}
      </Button>
    </fieldset>
  )
}

function moved(choices: Choice[], index: number, by: -1 | 1): Choice[] {
  const choice = choices[index]
  return choice ? choices.toSpliced(index, 1).toSpliced(index + by, 0, choice) : choices
}
