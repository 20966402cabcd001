import { IconAlertTriangle } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Locale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { FormText } from '../../filling/FormText.tsx'
import { useWays } from './EditingContext.tsx'
import styles from './ElementName.module.css'
import { InFormLanguage } from './FormLanguage.tsx'

type Props = {
  id: string
  text: LocalizedText
  fallbackLanguage: Locale
  /** Stands there while it has no words. */
  nameless: string
  isSelected: boolean
  isWrong: boolean
  /** Its first field, where the keyboard goes. */
  field: string
}

/** Where the keyboard comes back to from the properties. */
export const nameId = (id: string) => `element-${id}`

/** The words of a section or a question. Pressed, it is chosen, and the keyboard is taken to its properties. */
export function ElementName({ id, text, fallbackLanguage, nameless, isSelected, isWrong, field }: Props) {
  const { t } = useTranslation()
  const { goTo } = useWays()
  const hasWords = textIn(text, fallbackLanguage, fallbackLanguage).text !== ''
  // A press of the keyboard has no pointer to count.
  const choose = (event: MouseEvent) => goTo(id, event.detail === 0 ? field : undefined)
  return (
    <>
      <button
        type="button"
        id={nameId(id)}
        className={styles.name}
        aria-current={isSelected ? 'true' : undefined}
        onClick={choose}
      >
        {hasWords ? (
          <InFormLanguage>
            <FormText text={text} />
          </InFormLanguage>
        ) : (
          <span className={styles.nameless}>{nameless}</span>
        )}
      </button>
      {isWrong && (
        <span className={styles.wrong} data-status="attention">
          <IconAlertTriangle size={16} aria-hidden />
          {t('forms.toMend')}
        </span>
      )}
    </>
  )
}
