import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { type PartChange, versionDiff } from '#shared/forms/versionDiff.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { useShown } from '../EditingContext.tsx'
import { findChoiceSet, nameOfSet } from '../structure/choiceSets.ts'
import { findElement, findSection } from '../structure/structure.ts'
import { usePartWords } from '../words/usePartWords.ts'
import styles from './VersionsSheet.module.css'

/** What came, went, moved or was changed between two versions, with what was said before and is said now. */
export function VersionDifferences({ before, after }: { before: Definition; after: Definition }) {
  const { t } = useTranslation()
  const { content, language } = useShown().state
  const read = (text: Parameters<typeof textIn>[0]) => textIn(text, language, after.default_language).text
  const { differencesOf } = usePartWords(read)
  const changes = versionDiff(before, after)
  if (changes.length === 0) return <p className={styles.nothing}>{t('formEditor.noChanges')}</p>

  function nameOf({ kind, id }: PartChange): string {
    if (kind === 'form') return t('formEditor.form')
    if (kind === 'trigger') return t('formEditor.formTriggers')
    const sides = [after, before]
    const named = sides.map(side => {
      const set = kind === 'choice_set' ? findChoiceSet(side, id) : undefined
      return set
        ? nameOfSet(set, language, after.default_language)
        : read(findElement(side, id)?.label ?? findSection(side, id)?.title)
    })
    return named.find(Boolean) ?? t('formEditor.question')
  }

  const sides = {
    mine: { ...content, definition: after },
    theirs: { ...content, definition: before },
  }
  return (
    <ul className={styles.changes}>
      {changes.map(change => {
        const { mine: now, theirs: then } =
          change.change === 'changed' ? differencesOf(`${change.kind}:${change.id}`, sides) : { mine: [], theirs: [] }
        return (
          <li key={`${change.kind}:${change.id}:${change.change}`}>
            <p className={styles.change}>
              <strong>{nameOf(change)}</strong> {t(`formEditor.changes.${change.change}`)}
            </p>
            {then.map(line => (
              <del key={line} className={styles.line}>
                {line}
              </del>
            ))}
            {now.map(line => (
              <ins key={line} className={styles.line}>
                {line}
              </ins>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
