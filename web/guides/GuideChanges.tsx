import { useTranslation } from 'react-i18next'
import type { GuideContent } from '#shared/guides/contract.ts'
import { diffTexts } from '#shared/guides/guideDiff.ts'
import { directionOf, languages } from '#shared/lib/language.ts'
import styles from './GuideChanges.module.css'

type Props = { before: GuideContent; after: GuideContent }

/** What changed between two versions, language by language, as it is written: also where only a link or a picture is another. */
export function GuideChanges({ before, after }: Props) {
  const { t } = useTranslation()
  const textOf = ({ title, body }: GuideContent, locale: (typeof languages)[number]['locale']) =>
    [title[locale] ?? '', body[locale] ?? ''].join('\n')
  const changed = languages
    .map(language => ({
      ...language,
      lines: diffTexts(textOf(before, language.locale), textOf(after, language.locale)),
    }))
    .filter(({ lines }) => lines.some(({ kind }) => kind !== 'same'))
  if (changed.length === 0) return <p>{t('guides.changesNone')}</p>
  return changed.map(({ locale, name, lines }) => (
    <section key={locale} aria-label={name}>
      {changed.length > 1 && <h3>{name}</h3>}
      <div lang={locale} dir={directionOf(locale)} className={styles.changes}>
        {lines.map(({ kind, pieces }, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
          <p key={number} data-kind={kind}>
            {pieces.map((piece, place) => {
              const Words = { same: 'span', removed: 'del', added: 'ins' }[piece.kind] as 'span' | 'del' | 'ins'
              // biome-ignore lint/suspicious/noArrayIndexKey: the text is drawn as a whole
              return <Words key={place}>{piece.text}</Words>
            })}
          </p>
        ))}
      </div>
    </section>
  ))
}
