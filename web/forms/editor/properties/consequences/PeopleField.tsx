import { ActionIcon, Button } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Person } from '#shared/forms/consequences.ts'
import { useFormat } from '../../../../lib/format.ts'
import styles from '../Properties.module.css'
import { PersonField } from './PersonField.tsx'

type Props = { people: Person[]; errorAt: (index: number) => string | undefined; onChange: (people: Person[]) => void }

/** Several who are told; there is always one. */
export function PeopleField({ people, errorAt, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className={styles.items}>
      {people.map((person, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same person may stand there twice while one is being chosen
        <div key={index} className={styles.beside}>
          <PersonField
            label={t('formProperties.toldNumber', { number: format.number(index + 1) })}
            value={person}
            error={errorAt(index)}
            onChange={next => next && onChange(people.with(index, next))}
          />
          {people.length > 1 && (
            <ActionIcon
              aria-label={t('formProperties.removeTold', { number: format.number(index + 1) })}
              title={t('formEditor.remove')}
              onClick={() => onChange(people.toSpliced(index, 1))}
            >
              <IconTrash size={20} />
            </ActionIcon>
          )}
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={18} />}
          disabled={people.length >= 20}
          onClick={() => onChange([...people, people.includes('manager') ? 'submitter' : 'manager'])}
        >
          {t('formProperties.addTold')}
        </Button>
      </div>
    </div>
  )
}
