import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../lib/session/session.ts'

export type Doer = { user_id: number; name: string }

type Props = { others: readonly Doer[]; value: Doer | undefined; onChange: (doer: Doer) => void }

/** Asks which of its people did what any of them can do; the signed-in person first. */
export function WhoQuestion({ others, value, onChange }: Props) {
  const { t } = useTranslation()
  const me = useUser()
  const people = [...(me ? [{ user_id: me.id, name: me.name }] : []), ...others]
  return (
    <Radio.Group
      label={t('tasks.whoDidIt')}
      value={value ? String(value.user_id) : ''}
      onChange={id => {
        const doer = people.find(({ user_id }) => String(user_id) === id)
        if (doer) onChange(doer)
      }}
    >
      {people.map(({ user_id, name }) => (
        <Radio key={user_id} value={String(user_id)} label={<bdi>{name}</bdi>} mt="xs" size="md" />
      ))}
    </Radio.Group>
  )
}
