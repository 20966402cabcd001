import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { FormText } from '../../../answers/texts/FormText.tsx'
import { useShown, useWays } from '../EditingContext.tsx'
import { InFormLanguage } from '../FormLanguage.tsx'
import { PicksContext } from '../several/picks.ts'
import styles from './ElementBlock.module.css'

type Props = {
  id: string
  /** The element that says its name. */
  labelledBy: string
  isSelected: boolean
  /** Its first field, where the keyboard goes. */
  field: string
}

/** Where the keyboard comes back to from the properties. */
export const buttonId = (id: string) => `element-${id}`

/** Lies over a whole card: pressed, the element is chosen, and the keyboard is taken to its properties. */
export function ElementButton({ id, labelledBy, isSelected, field }: Props) {
  const { goTo } = useWays()
  return (
    <button
      type="button"
      id={buttonId(id)}
      className={styles.button}
      aria-labelledby={labelledBy}
      aria-current={isSelected ? 'true' : undefined}
      // A press of the keyboard has no pointer to count.
      onClick={event => goTo(id, event.detail === 0 ? field : undefined)}
    />
  )
}

type ElementNameProps = {
  text: LocalizedText
  fallback: Locale
  /** Stands there while it has no words. */
  nameless: string
  isWrong: boolean
}

/** The words of an element as they will be read, and whether something in it is to be put right. */
export function ElementName({ text, fallback, nameless, isWrong }: ElementNameProps) {
  const { t } = useTranslation()
  const hasWords = textIn(text, fallback, fallback).text !== ''
  return (
    <>
      {hasWords ? (
        <InFormLanguage inline>
          <FormText text={text} />
        </InFormLanguage>
      ) : (
        <span className={styles.nameless}>{nameless}</span>
      )}
      {isWrong && (
        <span className={styles.wrong} data-status="attention">
          <IconAlertTriangle size={16} />
          {t('formEditor.toMend')}
        </span>
      )}
    </>
  )
}

/**
 * Lies over a whole card while several are picked: pressed, the element is one of them, or no longer. With Shift, so
 * are all between.
 */
export function PickButton({ id, labelledBy }: { id: string; labelledBy: string }) {
  const { picked, toggle, reach } = use(PicksContext)
  const { definition } = useShown().state.content
  const isPicked = picked.has(id)
  return (
    // biome-ignore lint/a11y/useSemanticElements: it lies over the card and is named by what stands there
    <button
      type="button"
      role="checkbox"
      id={buttonId(id)}
      className={styles.pickButton}
      aria-labelledby={labelledBy}
      aria-checked={isPicked}
      onClick={event => (event.shiftKey ? reach(id, definition) : toggle(id))}
    >
      <span className={styles.box}>{isPicked && <IconCheck size={18} />}</span>
    </button>
  )
}
