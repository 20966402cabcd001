/**
 * An expression to write, in XLSForm's own language, with its errors at their place while one writes. The questions
 * that it names are listed below it, since their names in expressions are short.
 */
import { Button, Group, NativeSelect, Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { checkExpression } from '#shared/forms/expressions/checkExpression.ts'
import { namesIn } from '#shared/forms/expressions/references.ts'
import type { Fault } from '#shared/forms/expressions/tokens.ts'
import { flushAndFocus } from '../../../ui/keyboard.ts'
import { useElementNames } from '../EditingContext.tsx'
import styles from './Logic.module.css'
import { surroundingsOf, useKnown } from './useSurroundings.ts'

type Props = {
  label: string
  field: string
  /** The element that it belongs to. */
  element: string
  value: string | undefined
  /** Undefined when it was emptied. */
  onChange: (expression: string | undefined) => void
  use?: 'condition' | 'own_answer' | 'filter'
  help?: string
}

export function ExpressionField({ label, field, element, value = '', onChange, use = 'condition', help }: Props) {
  const { t } = useTranslation()
  const nameOf = useElementNames()
  const known = useKnown()
  const input = useRef<HTMLTextAreaElement>(null)
  const [fault] = value.trim() === '' ? [] : checkExpression(value, surroundingsOf(known, element, use))

  function insert(text: string) {
    const { selectionStart = value.length, selectionEnd = value.length } = input.current ?? {}
    const end = selectionStart + text.length
    flushAndFocus(
      () => onChange(value.slice(0, selectionStart) + text + value.slice(selectionEnd)),
      () => input.current,
    )
    input.current?.setSelectionRange(end, end)
  }

  const offered = [...known.values()].filter(
    ({ id, type }) => id !== element && type !== 'instruction' && type !== 'group',
  )
  return (
    <div className={styles.expression} data-field={field}>
      <Textarea
        ref={input}
        label={label}
        description={help}
        error={fault && t(`problem.field.${fault.code}`, fault.values ?? {})}
        value={value}
        dir="ltr"
        lang="zxx"
        spellCheck={false}
        autoComplete="off"
        maxLength={20_000}
        rows={2}
        classNames={{ input: styles.code }}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={event => onChange(event.currentTarget.value || undefined)}
      />
      {fault && <FaultPlace source={value} fault={fault} onGo={() => select(input.current, fault)} />}
      <References source={value} nameOf={id => known.has(id) && nameOf(id)} />
      <NativeSelect
        size="xs"
        aria-label={t('formLogic.insertQuestion')}
        value=""
        data={[
          { value: '', label: t('formLogic.insertQuestion') },
          ...offered.map(({ id }) => ({ value: id, label: nameOf(id) })),
        ]}
        onChange={event => event.currentTarget.value && insert(`\${${event.currentTarget.value}}`)}
      />
    </div>
  )
}

function select(input: HTMLTextAreaElement | null, { at, length }: Fault) {
  input?.focus()
  input?.setSelectionRange(at, at + length)
}

/** The text around what is wrong, with that marked; pressed, the keyboard is taken there. */
function FaultPlace({ source, fault: { at, length }, onGo }: { source: string; fault: Fault; onGo: () => void }) {
  const { t } = useTranslation()
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <code className={styles.place} dir="ltr">
        {source.slice(Math.max(0, at - 20), at)}
        <mark>{source.slice(at, at + length) || '\u00a0'}</mark>
        {source.slice(at + length, at + length + 20)}
      </code>
      <Button size="compact-xs" variant="default" className={styles.go} onClick={onGo}>
        {t('formLogic.showPlace')}
      </Button>
    </Group>
  )
}

/** The meanings of the names in an expression. */
function References({ source, nameOf }: { source: string; nameOf: (id: string) => string | false }) {
  const named = namesIn(source).flatMap(id => {
    const name = nameOf(id)
    return name ? [{ id, name }] : []
  })
  if (named.length === 0) return null
  return (
    <ul className={styles.references}>
      {named.map(({ id, name }) => (
        <li key={id}>
          <code dir="ltr">{`\${${id}}`}</code> <bdi>{name}</bdi>
        </li>
      ))}
    </ul>
  )
}
