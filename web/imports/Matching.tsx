import { Button, NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RegisterImport } from '#shared/imports/contract.ts'
import { languages, toLocale } from '#shared/lib/language.ts'
import { api } from '../api.ts'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './ImportPage.module.css'

type Props = { begun: RegisterImport; onBegun: (row: RegisterImport) => void }

/** Says what each column is, and by what a line finds its row; then it is tried or carried out. */
export function Matching({ begun, onBegun }: Props) {
  const { t } = useTranslation()
  const { id, columns, fields, keys } = begun
  const [matching, setMatching] = useState(begun.matching)
  const [language, setLanguage] = useState(begun.language)
  const offered = keys.filter(name => matching[name] !== undefined)
  const [wanted, setKey] = useState(begun.key)
  const key = offered.includes(wanted) ? wanted : (offered[0] ?? '')
  const labelOf = (name: string) => fields.find(field => field.name === name)?.label ?? name
  const running = useMutation({
    mutationFn: (is_trial: boolean) => api.imports.run({ id, matching, key, language, is_trial }),
    onSuccess: onBegun,
    // It stands above the buttons.
    onError: () => undefined,
  })
  const isSame =
    JSON.stringify(matching) === JSON.stringify(begun.matching) && key === begun.key && language === begun.language
  const isChecked = begun.state === 'tried' && isSame
  const goesOn = !begun.is_trial && isSame && (begun.state === 'cancelled' || begun.state === 'failed')
  /** A field is in one column. */
  const match = (column: number, field: string) =>
    setMatching(before => ({
      ...Object.fromEntries(Object.entries(before).filter(([name, at]) => at !== column && name !== field)),
      ...(field && { [field]: column }),
    }))
  const choices = [
    { value: '', label: t('imports.notImported') },
    ...fields.map(({ name, label, is_required }) => ({
      value: name,
      label: is_required ? `${label} (${t('imports.required')})` : label,
    })),
  ]
  return (
    <section className={styles.section} aria-labelledby="matching">
      <h2 id="matching" className={styles.heading}>
        {t('imports.matching')}
      </h2>
      <p className={styles.text}>{t('imports.matchingText')}</p>
      <ul className={styles.columns}>
        {columns.map(({ title, sample }, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns of a file neither move nor change
          <li key={column} className={styles.column}>
            <div className={styles.words}>
              <bdi className={styles.title}>{title || column + 1}</bdi>
              <bdi className={styles.said}>{sample}</bdi>
            </div>
            <NativeSelect
              className={styles.select}
              aria-label={title || String(column + 1)}
              data={choices}
              value={Object.entries(matching).find(([, at]) => at === column)?.[0] ?? ''}
              onChange={event => match(column, event.currentTarget.value)}
            />
          </li>
        ))}
      </ul>
      <NativeSelect
        label={t('imports.key')}
        description={t('imports.keyText')}
        data={offered.map(name => ({ value: name, label: labelOf(name) }))}
        value={key}
        onChange={event => setKey(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('imports.language')}
        description={t('imports.languageText')}
        data={languages.map(({ locale, name }) => ({ value: locale, label: name }))}
        value={language}
        onChange={event => setLanguage(toLocale(event.currentTarget.value))}
      />
      {running.error && (
        <Notice kind="stop">
          <ProblemText error={running.error} />
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button
          size="md"
          variant={isChecked ? 'default' : 'filled'}
          disabled={!key}
          loading={running.isPending}
          onClick={() => running.mutate(true)}
        >
          {t('imports.try')}
        </Button>
        <Button
          size="md"
          variant={isChecked ? 'filled' : 'default'}
          disabled={!key || running.isPending}
          onClick={() => running.mutate(false)}
        >
          {t(goesOn ? 'imports.goOn' : 'imports.begin')}
        </Button>
      </div>
    </section>
  )
}
