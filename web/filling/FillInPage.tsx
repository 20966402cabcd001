import { TextInput } from '@mantine/core'
import { IconChevronRight, IconSearch } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { defaultLocale, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { textHolds } from '#shared/lib/searching.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { DraftList, useDraftRows } from './DraftList.tsx'
import styles from './FormList.module.css'
import { type OpenForm, useOpenForms } from './useOpenForms.ts'

/** How long the page waits for begun drafts, which are shown above the forms and would move these under a finger. */
const patienceMs = 2_000

function useIsLate(): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  return isLate
}

/** Where filling in begins: what was begun, and every form that is open. */
export function FillInPage() {
  const { t } = useTranslation()
  const { drafts, areComing } = useDraftRows()
  const isLate = useIsLate()
  const { forms, areCopies, error, retry, asOf } = useOpenForms()
  return (
    <>
      <PageHeader title={t('filling.title')} isColumn />
      {drafts.length > 0 && <DraftList drafts={drafts} />}
      {!forms || (areComing && !isLate) ? (
        <PageSkeleton />
      ) : forms.length > 0 ? (
        <FormList forms={forms} asOf={asOf} hasDrafts={drafts.length > 0} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t(areCopies ? 'filling.noCopies' : 'filling.noForms')}
          text={t(areCopies ? 'filling.noCopiesText' : 'filling.noFormsText')}
          action={
            !areCopies && (
              <Can I="create" a="Form">
                <PathLink href="/forms/new">{t('forms.add')}</PathLink>
              </Can>
            )
          }
        />
      )}
    </>
  )
}

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
