import { Radio } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type Identity, identities } from '#shared/cases/states.ts'

type Props = { identity: Identity; onChange: (identity: Identity) => void }

/** What the reporter wants to be: nobody, unless they say otherwise. */
export function IdentityChoice({ identity, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Radio.Group
      label={t('publicCase.identity')}
      description={t('publicCase.identityHelp')}
      value={identity}
      onChange={value => onChange(identities.find(one => one === value) ?? 'anonymous')}
    >
      {identities.map(one => (
        <Radio
          key={one}
          mt="sm"
          value={one}
          label={t(`publicCase.identities.${one}`)}
          description={t(`publicCase.identityTexts.${one}`)}
        />
      ))}
    </Radio.Group>
  )
}
