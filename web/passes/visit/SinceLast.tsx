import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { PassPage } from '#shared/passes/passPage.ts'
import type { PassKind, SinceMark } from '#shared/passes/rules.ts'
import { useFormat } from '../../lib/format.ts'
import styles from './Population.module.css'

type Props = { pass: PassPage; onChosen: (kind: PassKind, mark: SinceMark) => void }

/** News and changes since the pass that this one renews. A number leads to its records. */
export function SinceLast({ pass: { renewal, kinds }, onChosen }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  if (!renewal) return null
  const changed = kinds.flatMap(({ kind }) => {
    const counts = renewal.counts.filter(one => one.kind === kind)
    return counts.length > 0 ? [{ kind, counts }] : []
  })
  return (
    <section className={styles.population} aria-labelledby="pass-since">
      <h2 id="pass-since">{t('passes.visit.since.title')}</h2>
      <p className={styles.hint}>{t('passes.visit.since.hint', { date: format.dateTime(renewal.since) })}</p>
      {changed.length === 0 && <p>{t('passes.visit.since.none')}</p>}
      <ul className={styles.places}>
        {changed.map(({ kind, counts }) => (
          <li key={kind} className={styles.place}>
            <span className={styles.name}>{t(`passes.kinds.${kind}`)}</span>
            <span className={styles.counts}>
              {counts.map(({ mark, count }) => (
                <UnstyledButton key={mark} className={styles.count} onClick={() => onChosen(kind, mark)}>
                  {t(`passes.visit.since.${mark}`)} <strong>{format.number(count)}</strong>
                </UnstyledButton>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
