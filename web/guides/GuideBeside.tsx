import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GuideLink } from '#shared/forms/elementFields.ts'
import type { GuideContent } from '#shared/guides/contract.ts'
import type { GuideBlock } from '#shared/guides/guideText.ts'
import { api } from '../api.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { GuideText } from './GuideText.tsx'
import { anchorIn, nameOfLanguage, useGuideWords } from './useGuideWords.ts'

/** What a guide says about a question, beside it: the section that the form names, or all of it. */
export function GuideBeside({ link: { guide_id: id, anchor } }: { link: GuideLink }) {
  const { data: guide, error, refetch } = useQuery(api.guides.get.query({ id }))
  if (!guide) return error ? <ErrorState error={error} onRetry={refetch} /> : null
  const content = guide.published?.content
  return content ? <Section id={id} content={content} {...(anchor && { anchor })} /> : null
}

type Props = { id: number; content: GuideContent; anchor?: string }

function Section({ id, content, anchor }: Props) {
  const { t } = useTranslation()
  const words = useGuideWords(content)
  const wanted = anchor && anchorIn(content, words.language, anchor)
  return (
    <section aria-label={words.title}>
      {words.otherLanguage && <p>{t('guides.otherLanguage', { language: nameOfLanguage(words.language) })}</p>}
      <div lang={words.language} dir={words.direction}>
        <GuideText blocks={wanted ? sectionAt(words.blocks, wanted) : words.blocks} />
      </div>
      <p>
        {/* The form stays as it is in its own tab. */}
        <a href={`/guides/${id}${wanted ? `#${wanted}` : ''}`} target="_blank" rel="noreferrer">
          {words.title}
        </a>
      </p>
    </section>
  )
}

/** A heading with everything below it, until another one of its level or above. */
function sectionAt(blocks: GuideBlock[], anchor: string): GuideBlock[] {
  const begin = blocks.findIndex(block => block.kind === 'heading' && block.anchor === anchor)
  const heading = blocks[begin]
  if (heading?.kind !== 'heading') return blocks
  const end = blocks.findIndex((block, at) => at > begin && block.kind === 'heading' && block.level <= heading.level)
  return blocks.slice(begin, end < 0 ? undefined : end)
}
