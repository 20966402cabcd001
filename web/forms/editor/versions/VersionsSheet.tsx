import { Button, NativeSelect, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Definition } from '#shared/forms/definition.ts'
import { type PartChange, versionDiff } from '#shared/forms/versionDiff.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { api } from '../../../api.ts'
import { useFormat } from '../../../lib/format.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { SheetFooter, SideSheet } from '../../../ui/SideSheet.tsx'
import { useShown } from '../EditingContext.tsx'
import styles from '../FormEditor.module.css'
import { findChoiceSet, nameOfSet } from '../structure/choiceSets.ts'
import { findElement, findSection } from '../structure/structure.ts'
import { usePartWords } from '../words/usePartWords.ts'

const draft = 'draft'

/** The history of a form: who published it and when, and the changes from one version to another or to the draft. */
export function VersionsSheet({ id, onClosed }: { id: number; onClosed: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { content } = useShown().state
  const { data: versions, error, refetch } = useQuery(api.forms.versions.query({ id }))
  const [chosen, setChosen] = useState<{ from?: string; to: string }>({ to: draft })
  const from = chosen.from ?? String(versions?.[0]?.number ?? '')
  const version = (number: string) => ({
    ...api.forms.version.query({ id, number: Number(number) }),
    enabled: number !== '' && number !== draft,
  })
  const before = useQuery(version(from)).data?.definition
  const after = useQuery(version(chosen.to)).data?.definition
  const shown = chosen.to === draft ? content.definition : after
  const options = (versions ?? []).map(({ number }) => ({
    value: String(number),
    label: t('formEditor.versionNumber', { version: format.number(number) }),
  }))
  return (
    <SideSheet title={t('formEditor.versions')} onClosed={onClosed}>
      {close => (
        <div className={styles.versionsSheetSheet}>
          {error && <ErrorState error={error} onRetry={refetch} />}
          {!versions && !error && <Skeleton height={120} />}
          {versions?.length === 0 && <p className={styles.versionsSheetNothing}>{t('formEditor.noVersions')}</p>}
          {versions && versions.length > 0 && (
            <>
              <ol className={styles.versions}>
                {versions.map(({ number, published_at, published_by_name, question_count }) => (
                  <li key={number}>
                    <strong>{t('formEditor.versionNumber', { version: format.number(number) })}</strong>
                    <span className={styles.facts}>
                      {[
                        format.dateTime(published_at),
                        published_by_name,
                        t('forms.questionCount', { count: question_count }),
                      ].join(' · ')}
                    </span>
                  </li>
                ))}
              </ol>
              <div className={styles.choice}>
                <NativeSelect
                  label={t('formEditor.changesFrom')}
                  value={from}
                  data={options}
                  onChange={event => setChosen({ ...chosen, from: event.currentTarget.value })}
                />
                <NativeSelect
                  label={t('formEditor.changesTo')}
                  value={chosen.to}
                  data={[{ value: draft, label: t('formEditor.theDraft') }, ...options]}
                  onChange={event => setChosen({ from, to: event.currentTarget.value })}
                />
              </div>
              {before && shown ? <VersionDifferences before={before} after={shown} /> : <Skeleton height={80} />}
            </>
          )}
          <SheetFooter>
            <Button onClick={close}>{t('common.close')}</Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

/** What came, went, moved or was changed between two versions, with what was said before and is said now. */
function VersionDifferences({ before, after }: { before: Definition; after: Definition }) {
  const { t } = useTranslation()
  const { content, language } = useShown().state
  const read = (text: Parameters<typeof textIn>[0]) => textIn(text, language, after.default_language).text
  const { differencesOf } = usePartWords(read)
  const changes = versionDiff(before, after)
  if (changes.length === 0) return <p className={styles.versionsSheetNothing}>{t('formEditor.noChanges')}</p>

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
              <del key={line} className={styles.versionsSheetLine}>
                {line}
              </del>
            ))}
            {now.map(line => (
              <ins key={line} className={styles.versionsSheetLine}>
                {line}
              </ins>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
