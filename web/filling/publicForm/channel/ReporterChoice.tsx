import { Radio, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { identities } from '#shared/cases/rules.ts'
import { keepBeside, keptBeside } from '../publicSessions.ts'
import { keepIdentity, keptIdentity } from './report.ts'

/** What the reporter wants to be: nobody, unless they say otherwise, and then who. */
export function ReporterChoice({ formId }: { formId: number }) {
  const { t } = useTranslation()
  const [identity, setIdentity] = useState(() => keptIdentity(formId))
  const [contact, setContact] = useState(() => keptBeside('contact', formId))
  return (
    <>
      <Radio.Group
        label={t('publicCase.identity')}
        description={t('publicCase.identityHelp')}
        value={identity}
        onChange={value => {
          const chosen = identities.find(one => one === value) ?? 'anonymous'
          setIdentity(chosen)
          keepIdentity(formId, chosen)
        }}
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
      {identity !== 'anonymous' && (
        <Textarea
          label={t('publicCase.contact')}
          value={contact}
          maxLength={500}
          minRows={2}
          autoComplete="off"
          onChange={event => {
            setContact(event.currentTarget.value)
            keepBeside('contact', formId, event.currentTarget.value)
          }}
        />
      )}
    </>
  )
}
