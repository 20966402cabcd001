import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { textIn } from '#shared/lib/localizedText.ts'
import { useFormat } from '../../lib/format.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useShown, useWays } from './EditingContext.tsx'
import styles from './FormEditor.module.css'
import type { PlacedMistake } from './structure/editing.ts'
import { findElement, findSection, placeOf, sectionIndex } from './structure/structure.ts'

/** What keeps the form from being published, each with the way to its place. */
export function MistakeList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { dispatch, goTo } = useWays()
  const { state, mistakes } = useShown()
  const { definition } = state.content
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  function nameOf(element: string): string {
    if (element === 'form') return t('formEditor.form')
    const found = findElement(definition, element)
    const text = found?.label ?? findSection(definition, element)?.title
    return (
      textIn(text, state.language, definition.default_language).text ||
      t(found ? 'formEditor.namelessQuestion' : 'formEditor.namelessSection', {
        number: format.number(numberOf(element)),
      })
    )
  }

  const numberOf = (element: string) => (placeOf(definition, element)?.index ?? sectionIndex(definition, element)) + 1

  function go({ element, field, code }: PlacedMistake) {
    if (code === 'text_missing') dispatch({ type: 'languageChosen', language: definition.default_language })
    goTo(element, field)
  }

  return (
    <Notice kind={mistakes.length > 0 ? 'attention' : 'ok'}>
      <div className={styles.head}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {mistakes.length > 0 ? t('formEditor.mistakes', { count: mistakes.length }) : t('formEditor.noMistakes')}
        </h2>
        <CloseButton size={32} aria-label={t('common.close')} onClick={onClose} />
      </div>
      <ul className={styles.list}>
        {mistakes.map(mistake => (
          <li key={`${mistake.element} ${mistake.field} ${mistake.code} ${mistake.at}`}>
            <button type="button" className={styles.mistake} onClick={() => go(mistake)}>
              <bdi>{nameOf(mistake.element)}</bdi>
            </button>
            {': '}
            {t(`problem.field.${mistake.code}`, mistake.values ?? {})}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
