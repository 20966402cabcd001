import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'
import { ContentText } from '../../ui/texts/ContentText.tsx'
import styles from './PublicLinkSheet.module.css'

/** What visitors are not asked, and why. */
export function LeftOut({ elements, language }: { elements: Element[]; language: Locale }) {
  const { t } = useTranslation()
  if (elements.length === 0) return null
  return (
    <section className={styles.group}>
      <h3 className={styles.heading}>{t('publicLink.leftOut')}</h3>
      <ul className={styles.left}>
        {elements.map(({ id, label }) => (
          <li key={id}>
            <ContentText text={label} fallback={language} />
          </li>
        ))}
      </ul>
      <p className={styles.text}>{t('publicLink.leftOutText')}</p>
    </section>
  )
}
