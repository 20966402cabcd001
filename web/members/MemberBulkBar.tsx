import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useGivableRoles } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ButtonMenu } from '../ui/floatingParts.tsx'
import { BulkBar, type Selection, useSelectedRows } from '../ui/list/BulkBar.tsx'
import { useMemberActions } from './memberActions.ts'

/** What can be done to the picked members: another role, freezing and thawing, removing. */
export function MemberBulkBar({ companyId, selection }: { companyId: number; selection: Selection }) {
  const { t } = useTranslation()
  const roles = useGivableRoles()
  const { changeRole, freeze, thaw, remove } = useMemberActions(companyId)
  const picked = useSelectedRows<Member>(api.companies.members.key, selection)
  const [active, frozen] = [picked.filter(row => !row.frozen_at), picked.filter(row => row.frozen_at)]
  const does = (act: () => void) => () => {
    act()
    selection.clear()
  }
  return (
    <BulkBar selection={selection}>
      <ButtonMenu
        text={t('members.changeRole')}
        choices={roles.map(({ id, name }) => ({
          key: id,
          name: <bdi>{name}</bdi>,
          choose: does(() => changeRole(picked, id)),
        }))}
      />
      {active.length > 0 && (
        <Button variant="default" onClick={does(() => freeze(active))}>
          {t('members.freezeSome', { count: active.length })}
        </Button>
      )}
      {frozen.length > 0 && (
        <Button variant="default" onClick={does(() => thaw(frozen))}>
          {t('members.thawSome', { count: frozen.length })}
        </Button>
      )}
      {picked.length > 0 && (
        <ConfirmButton
          question={t('members.removeQuestion', { count: picked.length, name: picked[0]?.name ?? '' })}
          confirmText={t('members.remove')}
          onConfirm={does(() => remove(picked))}
        >
          {t('members.removeSome', { count: picked.length })}
        </ConfirmButton>
      )}
    </BulkBar>
  )
}
