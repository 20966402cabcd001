import { Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Legal } from '#shared/legal/contract.ts'
import { defaultLocale, directionOf, locales, toLocale } from '#shared/lib/language.ts'
import styles from './LegalTexts.module.css'

/** The privacy text and the terms, in the reader's language or, where they are missing in it, in another. */
export function LegalTexts({ legal }: { legal: Legal }) {
  const { t } = useTranslation()
  return (
    <>
      <LegalText title={t('auth.legal.privacy')} text={legal.privacy} />
      <LegalText title={t('auth.legal.terms')} text={legal.terms} />
    </>
  )
}

function LegalText({ title, text }: { title: string; text: Legal['privacy'] }) {
  const { i18n } = useTranslation()
  const locale = [toLocale(i18n.language), defaultLocale, ...locales].find(one => text[one])
  if (!locale) return null
  return (
    <article className={styles.text}>
      <Title order={2} size="h3">
        {title}
      </Title>
      <div lang={locale} dir={directionOf(locale)}>
        {text[locale]?.split(/\n\s*\n/).map(paragraph => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </article>
  )
}
