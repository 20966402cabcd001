import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { subjectKey } from '#shared/subjects/registry.ts'
import { registerIcons } from '../../subjects/registerIcons.ts'
import type { Offered } from './nearby.ts'
import styles from './SubjectStep.module.css'

type Props = { title: string; choices: Offered[]; onPick: (subject: Offered) => void }

/** What a form can be about, each as one wide button; nothing where there is nothing. */
export function SubjectChoices({ title, choices, onPick }: Props) {
  const { t } = useTranslation()
  const id = useId()
  if (choices.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.list}>
        {choices.map(one => {
          const Icon = registerIcons[one.type]
          return (
            <li key={subjectKey(one)}>
              <button type="button" className={styles.choice} onClick={() => onPick(one)}>
                <Icon
                  size={22}
                  className={styles.icon}
                  role="img"
                  aria-hidden={false}
                  aria-label={t(`forms.types.${one.type}`)}
                />
                <span className={styles.words}>
                  <bdi>{one.name}</bdi>
                  {one.mark && <bdi className={styles.mark}>{one.mark}</bdi>}
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
