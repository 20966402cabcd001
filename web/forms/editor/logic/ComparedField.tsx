import { NativeSelect, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../../lib/format.ts'
import { useToday } from '../../../shell/company.ts'
import { DateField } from '../../../ui/dates/DateField.tsx'
import { useElementNames, useShown } from '../EditingContext.tsx'
import { FigureField } from '../properties/fields.tsx'
import type { Compared } from './conditions.ts'
import { type AnswerKind, kindOf, usualCompared } from './operators.ts'
import { useKnown } from './useSurroundings.ts'

type Props = {
  compared: Compared
  kind: AnswerKind
  /** The element whose answer is compared. */
  asked: Element | undefined
  except: string
  number: number
  onChange: (compared: Compared) => void
}

/** What an answer is compared with: one of its own answers, a figure, a day, words, or another answer. */
export function ComparedField({ compared, kind, asked, except, number, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const today = useToday()
  const nameOf = useElementNames()
  const known = useKnown()
  const label = t('formLogic.comparedWith', { number: format.number(number) })
  const others = [...known.values()].filter(one => one.id !== asked?.id && one.id !== except && comparable(kind, one))
  const sources = ['value', ...(kind === 'day' ? ['today'] : []), ...(others.length > 0 ? ['answer'] : [])] as const
  const source = compared.kind === 'today' || compared.kind === 'answer' ? compared.kind : 'value'
  const [other] = others

  function take(from: string) {
    if (from === 'today') return onChange({ kind: 'today' })
    if (from === 'answer') return other && onChange({ kind: 'answer', name: other.id })
    onChange(kind === 'day' ? { kind: 'date', value: today } : usualCompared(kind, asked))
  }

  return (
    <>
      {(sources.length > 1 || source !== 'value') && kind !== 'yes_no' && (
        <NativeSelect
          size="sm"
          aria-label={t('formLogic.comparedFrom', { number: format.number(number) })}
          value={source}
          data={[...new Set([...sources, source])].map(value => ({
            value,
            label: t(`formLogic.compared.${value as 'value'}`),
          }))}
          onChange={event => take(event.currentTarget.value)}
        />
      )}
      {source === 'value' && <ValueInput {...{ compared, kind, asked, label, onChange }} />}
      {compared.kind === 'answer' && (
        <NativeSelect
          aria-label={label}
          value={compared.name}
          data={[
            ...(known.has(compared.name) ? [] : [{ value: compared.name, label: t('formLogic.gone') }]),
            ...others.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
          onChange={event => onChange({ kind: 'answer', name: event.currentTarget.value })}
        />
      )}
    </>
  )
}

/** A number is compared with numbers, a day with days; columns of choices with choices. */
function comparable(kind: AnswerKind, other: Element): boolean {
  const otherKind = kindOf(other)
  if (kind === 'column') return otherKind === 'one' || otherKind === 'several' || otherKind === 'text'
  return otherKind === kind && kind !== 'presence' && other.type !== 'repeat'
}

type ValueProps = Pick<Props, 'compared' | 'kind' | 'asked' | 'onChange'> & { label: string }

function ValueInput({ compared, kind, asked, label, onChange }: ValueProps) {
  const { t } = useTranslation()
  const { state } = useShown()
  const text = compared.kind === 'text' || compared.kind === 'date' ? compared.value : ''
  if (kind === 'number')
    return (
      <FigureField
        label={label}
        field="compared"
        value={compared.kind === 'number' ? compared.value : undefined}
        onChange={value => value !== undefined && onChange({ kind: 'number', value })}
      />
    )
  if (kind === 'day')
    return <DateField aria-label={label} value={text} onChange={day => day && onChange({ kind: 'date', value: day })} />
  const answers =
    kind === 'yes_no'
      ? (['yes', 'no', 'na'] as const).map(value => ({
          value: value as string,
          label: t(`submissions.answers.${value}`),
        }))
      : (kind === 'one' || kind === 'several') && asked && 'choices' in asked
        ? asked.choices.map(({ id, label: words }, index) => ({
            value: id,
            label:
              textIn(words, state.language, state.content.definition.default_language).text ||
              t('formLogic.choiceNumber', { number: index + 1 }),
          }))
        : null
  if (answers)
    return (
      <NativeSelect
        aria-label={label}
        value={text}
        error={answers.some(({ value }) => value === text) ? undefined : t('formLogic.choiceGone')}
        data={
          answers.some(({ value }) => value === text)
            ? answers
            : [{ value: text, label: t('formLogic.gone') }, ...answers]
        }
        onChange={event => onChange({ kind: 'text', value: event.currentTarget.value })}
      />
    )
  return (
    <TextInput
      aria-label={label}
      value={compared.kind === 'number' ? String(compared.value) : text}
      maxLength={500}
      onChange={event => onChange({ kind: 'text', value: event.currentTarget.value })}
    />
  )
}
