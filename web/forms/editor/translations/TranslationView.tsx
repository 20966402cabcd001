/**
 * All texts of the form side by side: its own language and another one. Missing and stale texts are marked, and Control
 * and Enter leads to the next one.
 */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type KeyboardEvent, memo, useId, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { rememberSource } from '#shared/forms/texts.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { directionOf, type Locale, languages, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../../lib/format.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { useChange, useChangeDefinition, useShown } from '../EditingContext.tsx'
import { withWords } from '../structure/content.ts'
import styles from './TranslationView.module.css'
import { type TextState, translatable, withTextAt } from './translatable.ts'

const filters = ['all', 'missing', 'stale'] as const
type Filter = (typeof filters)[number]

export function TranslationView() {
  const { t } = useTranslation()
  const format = useFormat()
  const { content, language: written } = useShown().state
  const own = content.definition.default_language
  const others = languages.filter(({ locale }) => locale !== own)
  const [chosen, setChosen] = useState(written === own ? (others[0]?.locale ?? own) : written)
  const language = chosen === own ? (others[0]?.locale ?? own) : chosen
  const [filter, setFilter] = useState<Filter>('all')
  /** What was shown when the filter was chosen stays while it is being written. */
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set())
  const list = useRef<HTMLOListElement>(null)

  const texts = useMemo(() => translatable(content, language), [content, language])
  const open = texts.filter(({ state }) => state !== 'done')
  const shown = filter === 'all' ? texts : texts.filter(({ key, state }) => state === filter || kept.has(key))
  const covered = texts.length === 0 ? 1 : texts.filter(({ state }) => state !== 'missing').length / texts.length

  function filterBy(next: Filter) {
    setFilter(next)
    setKept(new Set(texts.filter(({ state }) => state === next).map(({ key }) => key)))
  }

  function goOn(from?: string) {
    const index = shown.findIndex(({ key }) => key === from)
    const isOpen = ({ state }: (typeof shown)[number]) => state !== 'done'
    const next = shown.slice(index + 1).find(isOpen) ?? shown.find(isOpen)
    const row =
      next && list.current?.querySelector<HTMLTextAreaElement>(`[data-key="${CSS.escape(next.key)}"] textarea`)
    row?.focus()
    row?.scrollIntoView({ block: 'center' })
  }

  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    goOn((event.target as HTMLElement).closest<HTMLElement>('[data-key]')?.dataset.key)
  }

  return (
    <section className={styles.view} aria-label={t('formEditor.translations')} onKeyDown={press}>
      <div className={styles.bar}>
        <NativeSelect
          label={t('formEditor.translateInto')}
          value={language}
          data={others.map(({ locale, name }) => ({ value: locale, label: name }))}
          onChange={event => {
            setChosen(toLocale(event.currentTarget.value))
            setFilter('all')
          }}
        />
        <p className={styles.covered} role="status">
          {t('formEditor.covered', { percent: format.percent(Math.floor(covered * 100) / 100), count: open.length })}
        </p>
        <SegmentedControl
          aria-label={t('formEditor.showTexts')}
          value={filter}
          onChange={value => filterBy(value as Filter)}
          data={filters.map(value => ({ value, label: t(`formEditor.textFilters.${value}`) }))}
        />
        <Button
          variant="default"
          leftSection={<IconArrowDown size={20} />}
          disabled={open.length === 0}
          aria-keyshortcuts="Control+Enter"
          onClick={() => goOn()}
        >
          {t('formEditor.nextMissing')}
        </Button>
      </div>
      {shown.length === 0 ? (
        <p className={styles.nothing}>{t('formEditor.nothingToTranslate')}</p>
      ) : (
        <ol ref={list} className={styles.texts}>
          {shown.map(({ key, path, text, state }) => (
            <TranslationRow
              key={key}
              textKey={key}
              path={path}
              text={text}
              state={state}
              own={own}
              language={language}
            />
          ))}
        </ol>
      )}
    </section>
  )
}

type Props = {
  textKey: string
  path: string
  text: LocalizedText
  state: TextState
  own: Locale
  language: Locale
}

/** One text in both languages. */
const TranslationRow = memo(function TranslationRow({ textKey, path, text, state, own, language }: Props) {
  const { t } = useTranslation()
  const originalId = useId()
  const change = useChange()
  const changeDefinition = useChangeDefinition()
  return (
    <li className={styles.row} data-key={textKey}>
      <p id={originalId} className={styles.original} lang={own} dir={directionOf(own)}>
        {text[own]}
      </p>
      <div className={styles.translation}>
        <textarea
          className={styles.words}
          aria-labelledby={originalId}
          rows={1}
          maxLength={5_000}
          lang={language}
          dir={directionOf(language)}
          value={text[language] ?? ''}
          onChange={event => {
            const next = withWords(text, language, event.currentTarget.value)
            change(content => withTextAt(content, path, next), `translation ${textKey}`)
          }}
        />
        {state !== 'done' && (
          <div className={styles.state}>
            <StatusBadge status={state === 'missing' ? 'attention' : 'info'}>
              {t(`formEditor.textStates.${state}`)}
            </StatusBadge>
            {state === 'stale' && (
              <Button
                variant="default"
                size="compact-sm"
                onClick={() =>
                  changeDefinition(definition => ({
                    ...definition,
                    translated_from: rememberSource(definition, { key: textKey, language, before: text }),
                  }))
                }
              >
                {t('formEditor.stillRight')}
              </Button>
            )}
          </div>
        )}
      </div>
    </li>
  )
})
