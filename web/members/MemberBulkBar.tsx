import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useGivableRoles } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ButtonMenu } from '../ui/floatingParts.tsx'
import { BulkBar, type Selection, useSelectedRows } from '../ui/list/BulkBar.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { useMemberActions } from './memberActions.ts'
import { ReachForSome } from './ReachSelect.tsx'

/** What can be done to the picked members: another role, where they work, freezing and thawing, removing. */
export function MemberBulkBar({ companyId, selection }: { companyId: number; selection: Selection }) {
  const { t } = useTranslation()
  const roles = useGivableRoles()
  const { changeRole, changeReach, freeze, thaw, remove } = useMemberActions(companyId)
  const [isPlacing, setPlacing] = useState(false)
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
      <Button variant="default" onClick={() => setPlacing(true)}>
        {t('members.reach')}
      </Button>
      {isPlacing && (
        <ReachSheet
          count={picked.length}
          onSave={reach => does(() => changeReach(picked, reach))()}
          onClosed={() => setPlacing(false)}
        />
      )}
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

type SheetProps = { count: number; onSave: (reach: ReachInput | null) => void; onClosed: () => void }

/** Where several people work; the undo gives back what each had. */
function ReachSheet({ count, onSave, onClosed }: SheetProps) {
  const { t } = useTranslation()
  return (
    <SideSheet title={t('members.reachOfSome', { count })} onClosed={onClosed}>
      {() => <ReachForSome onSave={onSave} />}
    </SideSheet>
  )
}
