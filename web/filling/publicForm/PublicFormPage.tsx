/**
 * A form under its public link, for people without an account: the PIN where the link has one, the form, and the
 * thanks. It is outside of the app: its frame comes with the entrance, and the code for filling in is fetched together
 * with the form.
 */
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { allElements } from '#shared/forms/elements.ts'
import type { LocalizedText } from '#shared/lib/fields.ts'
import { type Locale, locales, toLocale } from '#shared/lib/language.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import type { PublicForm, PublicSubmission } from '#shared/public-links/publicForm.ts'
import { PinGate } from '../../auth/CodeGate.tsx'
import { DescriptionSkeleton } from '../../auth/EntranceCard.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import type { Reported } from './channel/report.ts'
import { ClosedPage } from './ends/ClosedPage.tsx'
import { keepThanks, ThanksPage } from './ends/ThanksPage.tsx'
import { Frame, useFormTexts, useReadersLanguage } from './Frame.tsx'
import { type Link, thanksPath, withSearch } from './publicLink.ts'
import { useForm } from './useForm.ts'

const loadFilling = () => import('./Filling.tsx').then(part => part.Filling)
const Filling = lazyPart(loadFilling)
const CaseReturn = lazyPart(() => import('./channel/CaseView.tsx').then(part => part.CaseReturn))
const CodeShown = lazyPart(() => import('./channel/Reporter.tsx').then(part => part.CodeShown))

/** `token` is that of the link; under `success` visitors are thanked, and at /form/public/case reporters come back. */
export function PublicFormPage({ id, token }: Link) {
  const [isSent, setSent] = useState(token === 'success')
  if (id === 'public') return <CaseReturn />
  return isSent ? <ThanksPage id={id} /> : <FormPage id={id} token={token} onSent={() => setSent(true)} />
}

function FormPage({ id, token, onSent }: Link & { onSent: () => void }) {
  const link = useMemo(() => ({ id, token }), [id, token])
  const { found, unlock, lock, retry } = useForm(link)
  const hasTexts = useFormTexts()
  const [reported, setReported] = useState<Reported>()
  const form = found.kind === 'open' ? found.form : undefined
  const languages = useMemo(() => form && languagesOf(form), [form])
  useReadersLanguage(languages)
  useTitle(form)
  useEffect(() => {
    loadFilling().catch(() => undefined)
  }, [])

  function thank({ score, copy_sent }: PublicSubmission, words: LocalizedText | undefined) {
    if (!form) return
    const { company_name, company_logo, name, definition } = form
    const { default_language } = definition
    const whose = { company_name, company_logo }
    keepThanks(link, { ...whose, name, default_language, words, languages: languagesOf(form), score, copy_sent, token })
    const { search } = new URL(withSearch('step', undefined), location.origin)
    history.replaceState(null, '', thanksPath(id) + search)
    onSent()
  }

  const company = found.kind === 'open' ? found.form.company_name : found.kind === 'locked' ? found.company : ''
  const logo = found.kind === 'open' ? found.form.company_logo : found.kind === 'locked' ? found.logo : null
  return (
    <Frame company={company} logo={logo} languages={languages}>
      {found.kind === 'locked' && <PinGate company={found.company} onPin={unlock} />}
      {found.kind === 'closed' && <ClosedPage link={link} error={found.error} onRetry={retry} />}
      {form && reported ? (
        <CodeShown link={link} {...reported} />
      ) : form && hasTexts ? (
        <Filling form={form} link={link} onSent={thank} onReported={setReported} onLocked={lock} />
      ) : (
        (found.kind === 'loading' || found.kind === 'open') && <DescriptionSkeleton />
      )}
    </Frame>
  )
}

/** The browser's tab is called like the form. */
function useTitle(form: PublicForm | undefined): void {
  const { i18n } = useTranslation()
  usePageTitle(form ? textIn(form.name, toLocale(i18n.language), form.definition.default_language).text : '')
}

/** The languages in which a form can be read: those of its questions; one in which only few were written is none. */
function languagesOf({ definition }: Pick<PublicForm, 'definition'>): Locale[] {
  const labels = definition.sections.flatMap(({ title, questions }) => [
    title,
    ...allElements(questions).map(({ label }) => label),
  ])
  const written = (locale: Locale) => labels.filter(label => label[locale]?.trim()).length
  const most = written(definition.default_language)
  return locales.filter(locale => locale === definition.default_language || (most > 0 && written(locale) * 2 >= most))
}
