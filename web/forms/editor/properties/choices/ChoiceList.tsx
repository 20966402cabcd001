import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Choice } from '#shared/forms/elementFields.ts'
import { useFormat } from '../../../../lib/format.ts'
import { flushAndFocus } from '../../../../ui/keyboard.ts'
import { useShown } from '../../EditingContext.tsx'
import { patched, withWords } from '../../structure/content.ts'
import { newChoice } from '../../structure/newElements.ts'
import { FigureField, WordsField } from '../fields.tsx'
import { PictureField } from '../PictureField.tsx'
import styles from '../Properties.module.css'

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

/**
 * Choices to write, one below the other. Enter in a choice adds the next one; lines that are pasted become one each.
 */
export function ChoiceList({ choices, isMultiple, isGraded, hasPictures, columns, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const { language } = useShown().state
  const list = useRef<HTMLUListElement>(null)

  const change = (next: Choice[], focusOn: number) =>
    flushAndFocus(
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

type ChoiceItemProps = {
  choice: Choice
  index: number
  count: number
  isMultiple: boolean
  isGraded: boolean
  hasPictures: boolean
  columns: readonly string[]
  error: string | undefined
  onChange: (choice: Choice, field?: string) => void
  onMove: (by: -1 | 1) => void
  onRemove: () => void
  onNext: () => void
  /** Several lines were pasted into its words. */
  onLines: (lines: string[]) => void
}

const marks = ['fails', 'not_applicable', 'exclusive'] as const

/** One choice: its words, its points, and what choosing it means. */
function ChoiceItem(props: ChoiceItemProps) {
  const {
    choice,
    index,
    count,
    isMultiple,
    isGraded,
    hasPictures,
    columns,
    error,
    onChange,
    onMove,
    onRemove,
    onNext,
    onLines,
  } = props
  const { t } = useTranslation()
  const format = useFormat()
  const number = format.number(index + 1)
  const tools = [
    { name: t('formEditor.moveUp'), icon: IconArrowUp, isOff: index === 0, act: () => onMove(-1) },
    { name: t('formEditor.moveDown'), icon: IconArrowDown, isOff: index === count - 1, act: () => onMove(1) },
    { name: t('formEditor.remove'), icon: IconTrash, isOff: false, act: onRemove },
  ]
  return (
    <li className={styles.item}>
      <WordsField
        label={t('formLogic.choiceNumber', { number })}
        field={`choices.${index}.label`}
        text={choice.label}
        error={error}
        onChange={(label = {}) => onChange({ ...choice, label }, 'label')}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          onNext()
        }}
        onPaste={event => {
          const lines = event.clipboardData
            .getData('text/plain')
            .split(/\r?\n/)
            .map(line => line.trim())
            .filter(Boolean)
          if (lines.length < 2) return
          event.preventDefault()
          onLines(lines)
        }}
      />
      {!choice.not_applicable && (
        <div className={styles.row}>
          <FigureField
            label={t('formProperties.pointsField')}
            field={`choices.${index}.points`}
            value={choice.points}
            min={0}
            max={1_000}
            onChange={points => onChange(patched(choice, { points }), 'points')}
          />
          {isGraded && (
            <FigureField
              label={t('formProperties.grade')}
              field={`choices.${index}.grade`}
              value={choice.grade}
              min={0}
              max={100}
              onChange={grade => onChange(patched(choice, { grade: grade && Math.round(grade) }), 'grade')}
            />
          )}
        </div>
      )}
      {columns.map(column => (
        <TextInput
          key={column}
          label={column}
          maxLength={2_000}
          value={choice.attributes?.[column] ?? ''}
          onChange={event => {
            const value = event.currentTarget.value
            const attributes = patched({ ...choice.attributes }, { [column]: value === '' ? undefined : value })
            onChange(
              patched(choice, { attributes: Object.keys(attributes).length > 0 ? attributes : undefined }),
              `attributes.${column}`,
            )
          }}
        />
      ))}
      <div className={styles.chips}>
        {marks
          .filter(mark => mark !== 'exclusive' || isMultiple)
          .map(mark => (
            <Checkbox
              key={mark}
              label={t(`formProperties.marks.${mark}`)}
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
      {hasPictures && (
        <PictureField
          label={t('formLogic.choiceNumber', { number })}
          field={`choices.${index}.picture`}
          picture={choice.picture}
          error={undefined}
          onChange={(picture, field) => onChange(patched(choice, { picture }), field)}
        />
      )}
      <div className={styles.tools}>
        {tools.map(({ name, icon: Icon, isOff, act }) => (
          <ActionIcon
            key={name}
            disabled={isOff}
            aria-label={t('formProperties.choiceTool', { tool: name, number })}
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
