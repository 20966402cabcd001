import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { Animal } from '#shared/animals/contract.ts'
import { api } from '../api.ts'
import styles from './Animals.module.css'

const generations = 3

/** The ancestors of an animal over three generations, as far as they are known, and its offspring. */
export function Pedigree({ animal }: { animal: Animal }) {
  const { t } = useTranslation()
  const ofMother = useQuery(api.animals.list.query({ mother_id: animal.id, per_page: 50 })).data?.data ?? []
  const ofFather = useQuery(api.animals.list.query({ father_id: animal.id, per_page: 50 })).data?.data ?? []
  const offspring = [...ofMother, ...ofFather]
  if (animal.mother_id === null && animal.father_id === null && offspring.length === 0) return null
  return (
    <section aria-labelledby="pedigree" className={styles.pedigreeSection}>
      <h2 id="pedigree" className={styles.pedigreeHeading}>
        {t('animals.pedigree')}
      </h2>
      <Parents of={animal} generation={1} />
      {offspring.length > 0 && (
        <>
          <h3 className={styles.pedigreeHeading}>{t('animals.offspring')}</h3>
          <ul className={styles.pedigreeList}>
            {offspring.map(({ id, name }) => (
              <li key={id}>
                <Link to="/animals/$id" params={{ id: String(id) }}>
                  <bdi>{name}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Parents({ of, generation }: { of: Animal; generation: number }) {
  const { t } = useTranslation()
  if (generation > generations || (of.mother_id === null && of.father_id === null)) return null
  return (
    <ul className={styles.tree}>
      {of.mother_id !== null && <Parent id={of.mother_id} role={t('animals.mother')} generation={generation} />}
      {of.father_id !== null && <Parent id={of.father_id} role={t('animals.father')} generation={generation} />}
    </ul>
  )
}

function Parent({ id, role, generation }: { id: number; role: string; generation: number }) {
  const { data } = useQuery(api.animals.get.query({ id }))
  if (!data) return null
  return (
    <li>
      <span className={styles.role}>{role}</span>{' '}
      <Link to="/animals/$id" params={{ id: String(id) }}>
        <bdi>{data.name}</bdi>
      </Link>
      <Parents of={data} generation={generation + 1} />
    </li>
  )
}
