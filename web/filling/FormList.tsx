import { TextInput } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './FormList.module.css'
import type { OpenForm } from './useOpenForms.ts'

/** A list short enough to be read needs no search. */
const maxWithoutSearch = 8

type Props = { forms: OpenForm[]; asOf: string | undefined; hasDrafts: boolean }

/** The forms to begin with, each as one wide button. */
export function FormList({ forms, asOf, hasDrafts }: Props) {
  const { t, i18n } = useTranslation()
  const format = useFormat()
  const [search, setSearch] = useState('')
  const read = (text: OpenForm['description']) => textIn(text, toLocale(i18n.language), defaultLocale).text
  const isWanted = ({ name }: OpenForm) => textHolds(read(name), search)
  return (
    <section aria-label={t('filling.begin')}>
      {hasDrafts && <h2 className={styles.heading}>{t('filling.begin')}</h2>}
      {asOf && <Notice kind="info">{t('filling.copies', { time: format.relative(asOf) })}</Notice>}
      {forms.length > maxWithoutSearch && (
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t('common.search')}
          placeholder={t('common.search')}
          leftSection={<IconSearch size={20} />}
          value={search}
          onChange={event => setSearch(event.currentTarget.value)}
        />
      )}
      <ul className={styles.list}>
        {forms.filter(isWanted).map(form => (
          <li key={form.id}>
            <Link
              to="/submission/filling/$id"
              params={{ id: 'new' }}
              search={{ form: form.id }}
              className={styles.form}
            >
              <span className={styles.words}>
                <span className={styles.name}>{read(form.name)}</span>
                {form.description && <span className={styles.description}>{read(form.description)}</span>}
              </span>
              <IconChevronRight size={22} className={styles.arrow} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
