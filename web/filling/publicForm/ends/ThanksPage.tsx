import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PublicForm, PublicSubmission } from '#shared/public-links/publicForm.ts'
import { inTab, isRecord, storedJson } from '../../../lib/storage.ts'
import { ScoreFigure } from '../../../ui/figures/ScoreFigure.tsx'
import { usePageTitle } from '../../../ui/page/pageTitle.ts'
import { ContentText } from '../../../ui/texts/ContentText.tsx'
import { Frame } from '../Frame.tsx'
import { formPath, getForm, knownPin, type Link } from '../publicLink.ts'
import { isAboutPin } from '../useForm.ts'
import styles from './ThanksPage.module.css'

/**
 * After sending: thanks, that it has arrived, what it came to where the form says so, and the form again where it takes
 * more answers.
 */
export function ThanksPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const [thanks] = useState(() => storedThanks(id).read())
  const heading = useRef<HTMLHeadingElement>(null)
  const takesMore = useTakesMore(id, thanks?.token)
  usePageTitle(t('public.thanks.title'))
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])

  return (
    <Frame company={thanks?.company_name ?? ''} logo={thanks?.company_logo} languages={thanks?.languages}>
      <section className={styles.page}>
        <IconCircleCheck size={64} className={styles.icon} data-status="ok" />
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {t('public.thanks.title')}
        </h1>
        {thanks && (
          <>
            <p className={styles.form}>
              <ContentText text={thanks.name} fallback={thanks.default_language} />
            </p>
            <p className={styles.text}>{t('public.thanks.arrived', { company: thanks.company_name })}</p>
            {typeof thanks.copy_sent === 'boolean' && (
              <p className={styles.text}>
                {t(thanks.copy_sent ? 'public.thanks.copySent' : 'public.thanks.copyNotSent')}
              </p>
            )}
            {thanks.score && <ScoreFigure {...thanks.score} criticalFailed={thanks.score.critical_failed ?? 0} />}
            {thanks.words && (
              <p className={styles.words}>
                <ContentText text={thanks.words} fallback={thanks.default_language} />
              </p>
            )}
          </>
        )}
        <p className={styles.text}>{t('public.thanks.close')}</p>
        {thanks && takesMore && (
          <Button component="a" href={formPath({ id, token: thanks.token })} size="lg" variant="default">
            {t('public.thanks.another')}
          </Button>
        )}
      </section>
    </Frame>
  )
}

/** Whether the form can be filled in once more; false until that is known. */
function useTakesMore(id: string, token: string | undefined): boolean {
  const [takesMore, setTakesMore] = useState(false)
  useEffect(() => {
    const link: Link | undefined = token === undefined ? undefined : { id, token }
    if (link)
      getForm(link, knownPin(link)).then(
        () => setTakesMore(true),
        error => setTakesMore(isAboutPin(error)),
      )
  }, [id, token])
  return takesMore
}

type Thanks = Pick<PublicForm, 'company_name' | 'company_logo' | 'name'> & {
  token: string
  default_language: PublicForm['definition']['default_language']
  /** The form's own words for those who have sent it, or else the text at its end. */
  words: PublicForm['definition']['footer']
  languages: PublicForm['definition']['default_language'][]
  score: PublicSubmission['score']
  copy_sent?: PublicSubmission['copy_sent']
}

/** Null where nothing was sent in this tab. */
const storedThanks = (id: string) =>
  storedJson(inTab, `tend_public_thanks_${id}`, kept =>
    isRecord(kept) && 'token' in kept && 'languages' in kept ? (kept as Thanks) : null,
  )

/** Keeps the content of the page of thanks while the tab is open: the page has an address and can be loaded again. */
export function keepThanks({ id }: Link, thanks: Thanks): void {
  storedThanks(id).write(thanks)
}
