import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../../lib/format.ts'
import { useWays } from '../../EditingContext.tsx'
import { useReading } from '../../ReadingContext.tsx'
import { nameOfSet } from '../../structure/choiceSets.ts'
import styles from '../Properties.module.css'

/** The sets of choices of the form, each with the way to it; nothing while there are none. */
export function ChoiceSetList() {
  const { t } = useTranslation()
  const format = useFormat()
  const { goTo } = useWays()
  const { definition, language } = useReading()
  const sets = definition.choice_sets ?? []
  if (sets.length === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>{t('formProperties.choiceSets')}</legend>
      <ul className={styles.links}>
        {sets.map((set, index) => (
          <li key={set.id}>
            <button type="button" className={styles.link} onClick={() => goTo(set.id, 'name')}>
              {nameOfSet(set, language, definition.default_language) ||
                t('formProperties.namelessSet', { number: format.number(index + 1) })}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
