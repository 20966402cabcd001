import { Checkbox, NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { GuideDetail } from '#shared/guides/contract.ts'
import { guideCategories } from '#shared/guides/rules.ts'
import { roles } from '#shared/lib/roles.ts'
import { MemberSelect } from '../../members/MemberSelect.tsx'
import { PeopleSelect } from '../../members/PeopleSelect.tsx'
import { useGivableRoles } from '../../roles/queries.ts'
import { DateField } from '../../ui/dates/DateField.tsx'
import { NumberInput } from '../../ui/fields/NumberInput.tsx'
import { More } from '../../ui/row/MoreFields.tsx'
import styles from './GuideEditor.module.css'
import type { Settings } from './guideFields.ts'

type Props = { guide: GuideDetail; settings: Settings; onChange: (patch: Partial<Settings>) => void }

/** Whom a guide is for and who looks after it; holds at once. */
export function GuideSettings({ guide, settings, onChange }: Props) {
  const { t } = useTranslation()
  const working = useGivableRoles().filter(({ id }) => id !== roles.guest)
  const { owner_id, reader_role_ids } = settings
  // Approval is one step; a guide that had two keeps its first until somebody empties it.
  const [hadCheckers] = useState(settings.checker_ids.length > 0)
  const [owner, setOwner] = useState(
    guide.owner_id === null ? undefined : { id: guide.owner_id, name: guide.owner_name ?? '' },
  )
  return (
    <section className={styles.guideSettingsSettings} aria-label={t('guides.settings')}>
      <Switch
        label={t('guides.mustRead')}
        description={t('guides.mustReadHelp')}
        checked={settings.must_read}
        onChange={event => onChange({ must_read: event.currentTarget.checked })}
      />
      <NativeSelect
        label={t('guides.audience')}
        value={reader_role_ids === null ? 'everybody' : 'roles'}
        data={[
          { value: 'everybody', label: t('guides.everybody') },
          { value: 'roles', label: t('guides.someRoles') },
        ]}
        onChange={event =>
          onChange({ reader_role_ids: event.currentTarget.value === 'roles' ? [roles.employee] : null })
        }
      />
      {reader_role_ids && (
        <Checkbox.Group
          label={t('guides.someRoles')}
          value={reader_role_ids.map(String)}
          onChange={chosen => onChange({ reader_role_ids: chosen.map(Number) })}
        >
          {working.map(({ id, name }) => (
            <Checkbox key={id} value={String(id)} label={name} mt="xs" />
          ))}
        </Checkbox.Group>
      )}
      {reader_role_ids && (
        <PeopleField
          label={t('guides.readersNamed')}
          ids={settings.reader_ids}
          onChange={ids => onChange({ reader_ids: ids })}
        />
      )}
      <DateField
        label={t('guides.reviewOn')}
        value={settings.review_on ?? ''}
        onChange={day => onChange({ review_on: day || null })}
      />
      <More>
        <NativeSelect
          label={t('guides.category')}
          value={settings.category}
          data={guideCategories.map(value => ({ value, label: t(`guides.categories.${value}`) }))}
          onChange={event => onChange({ category: event.currentTarget.value as Settings['category'] })}
        />
        <Switch
          label={t('guides.forGuests')}
          checked={settings.for_guests}
          onChange={event => onChange({ for_guests: event.currentTarget.checked })}
        />
        <MemberSelect
          label={t('guides.owner')}
          placeholder={t('guides.nobody')}
          withSelf
          member={owner?.id === owner_id ? owner : undefined}
          onChange={member => {
            setOwner(member)
            onChange({ owner_id: member?.id ?? null })
          }}
        />
        <PeopleField
          label={t('guides.approvers')}
          help={t('guides.approversHelp')}
          ids={settings.approver_ids}
          onChange={ids => onChange({ approver_ids: ids })}
        />
        {hadCheckers && (
          <PeopleField
            label={t('guides.checkers')}
            help={t('guides.checkersHelp')}
            ids={settings.checker_ids}
            onChange={ids => onChange({ checker_ids: ids })}
          />
        )}
        <NumberInput
          label={t('guides.position')}
          description={t('guides.positionHelp')}
          min={0}
          max={9999}
          isWhole
          value={settings.position}
          onChange={(number, _, problem) => problem === undefined && onChange({ position: number ?? 0 })}
        />
      </More>
    </section>
  )
}

type PeopleFieldProps = { label: string; help?: string; ids: number[]; onChange: (ids: number[]) => void }

/** People of the company by their names. */
function PeopleField({ help, ...field }: PeopleFieldProps) {
  return <PeopleSelect {...field} description={help} most={50} offeredFor="work" />
}
