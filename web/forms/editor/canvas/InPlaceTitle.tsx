import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useChangeElement, useShown } from '../EditingContext.tsx'
import { type FormContent, withOptionalWords } from '../structure/content.ts'
import { findElement } from '../structure/structure.ts'
import styles from './ElementBlock.module.css'

type Props = {
  /** Finds it in the form as it is now: the canvas follows typing a moment later. */
  of: (content: FormContent) => LocalizedText | undefined
  /** Shown while it has no words. */
  nameless: string
  onChange: (text: LocalizedText) => void
  /** Shown in its place on screens without room, where the sheet has the field. */
  children: ReactNode
}

/** The title of the chosen part, edited where it is read. Enter ends it, because a title is one line. */
export function InPlaceTitle({ of, nameless, onChange, children }: Props) {
  const { t } = useTranslation()
  const { language, content } = useShown().state
  const isWide = useMediaQuery('(min-width: 60.01em)', true, { getInitialValueInEffect: false })
  if (!isWide) return children
  const text = of(content)
  return (
    <textarea
      data-in-place
      className={styles.inPlace}
      aria-label={t('formEditor.titleInPlace')}
      rows={1}
      lang={language}
      dir={directionOf(language)}
      maxLength={5_000}
      placeholder={textIn(text ?? {}, language, content.definition.default_language).text || nameless}
      value={text?.[language] ?? ''}
      onChange={event => onChange(withOptionalWords(text, language, event.currentTarget.value) ?? {})}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        event.currentTarget.blur()
      }}
    />
  )
}

type ElementTitleProps = { element: Element; nameless: string; children: ReactNode }

/** The same for a question, a group or something to read. */
export function ElementTitle({ element, nameless, children }: ElementTitleProps) {
  const change = useChangeElement(element)
  return (
    <InPlaceTitle
      of={({ definition }) => findElement(definition, element.id)?.label}
      nameless={nameless}
      onChange={label => change(before => ({ ...before, label }), 'label')}
    >
      {children}
    </InPlaceTitle>
  )
}
