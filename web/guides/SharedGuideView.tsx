import { useTranslation } from 'react-i18next'
import type { SharedGuide } from '#shared/shares/sharedPage.ts'
import { useFormat } from '../lib/format.ts'
import { Notice } from '../ui/Notice.tsx'
import { usePageTitle } from '../ui/page/pageTitle.ts'
import { GuideText, StoredAt } from './GuideText.tsx'
import { useGuideWords } from './useGuideWords.ts'

/** The published guide with its pictures and videos, which have addresses of their own here. */
export function SharedGuideView({
  shared: { content, category, version, published_at, files },
}: {
  shared: SharedGuide
}) {
  const { t } = useTranslation()
  const format = useFormat()
  const words = useGuideWords(content)
  usePageTitle(words.title)
  return (
    <StoredAt value={files}>
      <h1 lang={words.language} dir={words.direction}>
        {words.title}
      </h1>
      <p>
        {t(`guides.categories.${category}`)} ·{' '}
        {t('guides.pdf.version', { version: format.number(version), date: format.date(published_at) })}
      </p>
      {words.otherLanguage && (
        <Notice kind="info">{t('guides.otherLanguage', { language: words.otherLanguage })}</Notice>
      )}
      {words.isStale && <Notice kind="info">{t('guides.stale')}</Notice>}
      <article lang={words.language} dir={words.direction}>
        <GuideText blocks={words.blocks} />
      </article>
    </StoredAt>
  )
}
