import { ActionIcon, Checkbox } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#shared/forms/choices.ts'
import { useFormat } from '../../../lib/format.ts'
import { patched } from '../patched.ts'
import { FigureField } from './FigureField.tsx'
import styles from './Properties.module.css'
import { WordsField } from './WordsField.tsx'

type Props = {
  choice: Choice
  index: number
  count: number
  isMultiple: boolean
  error: string | undefined
  onChange: (choice: Choice, field?: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onNext: () => void
}

const marks = ['fails', 'not_applicable', 'exclusive'] as const

/** One choice: its words, its points, and what choosing it means. */
export function ChoiceItem({ choice, index, count, isMultiple, error, onChange, onMove, onRemove, onNext }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(index + 1)
  const tools = [
    { name: t('forms.moveUp'), icon: IconArrowUp, isOff: index === 0, act: () => onMove(-1) },
    { name: t('forms.moveDown'), icon: IconArrowDown, isOff: index === count - 1, act: () => onMove(1) },
    { name: t('forms.remove'), icon: IconTrash, isOff: false, act: onRemove },
  ]
  return (
    <li className={styles.item}>
      <WordsField
        label={t('forms.choiceNumber', { number })}
        field={`choices.${index}.label`}
        text={choice.label}
        error={error}
        onChange={(label = {}) => onChange({ ...choice, label }, 'label')}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onNext()
        }}
      />
      {!choice.not_applicable && (
        <FigureField
          label={t('forms.pointsField')}
          field={`choices.${index}.points`}
          value={choice.points}
          min={0}
          max={1_000}
          onChange={points => onChange(patched(choice, { points }), 'points')}
        />
      )}
      <div className={styles.chips}>
        {marks
          .filter(mark => mark !== 'exclusive' || isMultiple)
          .map(mark => (
            <Checkbox
              key={mark}
              label={t(`forms.marks.${mark}`)}
              checked={choice[mark] === true}
              onChange={event =>
                onChange(
                  patched(choice, {
                    [mark]: event.currentTarget.checked || undefined,
                    // What is outside the score neither earns nor fails.
                    ...(mark === 'not_applicable' && { points: undefined, fails: undefined }),
                    ...(mark === 'fails' && { not_applicable: undefined }),
                  }),
                )
              }
            />
          ))}
      </div>
      <div className={styles.tools}>
        {tools.map(({ name, icon: Icon, isOff, act }) => (
          <ActionIcon
            key={name}
            disabled={isOff}
            aria-label={t('forms.choiceTool', { tool: name, number })}
            title={name}
            onClick={act}
          >
            <Icon size={20} />
          </ActionIcon>
        ))}
      </div>
    </li>
  )
}
