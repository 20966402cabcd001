import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#shared/forms/elementFields.ts'
import { drawThenFocus } from '../../../../ui/keyboard/drawThenFocus.ts'
import { useShown } from '../../EditingContext.tsx'
import { newChoice } from '../../structure/newElements.ts'
import { withWords } from '../../structure/patched.ts'
import styles from '../Properties.module.css'
import { ChoiceItem } from './ChoiceItem.tsx'

type Props = {
  choices: Choice[]
  isMultiple: boolean
  /** Grades are asked where something can measure them. */
  isGraded: boolean
  /** Pictures are asked for where they are shown. */
  hasPictures: boolean
  /** The columns that a filter asks for. */
  columns: readonly string[]
  errorAt: (field: string) => string | undefined
  onChange: (choices: Choice[], field?: string) => void
}

const most = 2_000

/** Choices to write, one below the other. Enter in a choice adds the next one; lines that are pasted become one each. */
export function ChoiceList({ choices, isMultiple, isGraded, hasPictures, columns, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const { language } = useShown().state
  const list = useRef<HTMLUListElement>(null)

  const change = (next: Choice[], focusOn: number) =>
    drawThenFocus(
      () => onChange(next),
      () => list.current?.querySelector<HTMLElement>(`[data-field="choices.${focusOn}.label"] input`),
    )

  const add = (index: number) => change(choices.toSpliced(index, 0, newChoice()), index)

  function addLines(index: number, [first = '', ...rest]: string[]) {
    const here = choices[index]
    if (!here) return
    const added = rest.map(line => ({ ...newChoice(), label: withWords({}, language, line) }))
    const next = { ...here, label: withWords(here.label, language, first) }
    change(choices.toSpliced(index, 1, next, ...added.slice(0, most - choices.length)), index + added.length)
  }

  return (
    <>
      <ul ref={list} className={styles.items}>
        {choices.map((choice, index) => (
          <ChoiceItem
            key={choice.id}
            choice={choice}
            index={index}
            count={choices.length}
            isMultiple={isMultiple}
            isGraded={isGraded}
            hasPictures={hasPictures || choice.picture !== undefined}
            columns={columns}
            error={errorAt(`choices.${index}.label`) ?? errorAt(`choices.${index}.id`)}
            onChange={(next, field) => onChange(choices.with(index, next), field && `choices.${choice.id}.${field}`)}
            onMove={by => onChange(moved(choices, index, by))}
            onRemove={() => change(choices.toSpliced(index, 1), Math.min(index, choices.length - 2))}
            onNext={() => add(index + 1)}
            onLines={lines => addLines(index, lines)}
          />
        ))}
      </ul>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconPlus size={18} />}
        disabled={choices.length >= most}
        onClick={() => add(choices.length)}
      >
        {t('formProperties.addChoice')}
      </Button>
    </>
  )
}

function moved(choices: Choice[], index: number, by: -1 | 1): Choice[] {
  const choice = choices[index]
  return choice ? choices.toSpliced(index, 1).toSpliced(index + by, 0, choice) : choices
}
