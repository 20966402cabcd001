/**
 * All texts of the form side by side: its own language and another one. What is missing or stale is marked and can be gone through
 * by keyboard alone: Control and Enter leads to the next one.
 */
import { Button, NativeSelect, SegmentedControl } from '@mantine/core'
import { IconArrowDown } from '@tabler/icons-react'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { languages, toLocale } from '#shared/lib/language.ts'
import { useFormat } from '../../../lib/format.ts'
import { useShown } from '../EditingContext.tsx'
import { TranslationRow } from './TranslationRow.tsx'
import styles from './TranslationView.module.css'
import { translatable } from './translatable.ts'

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
