/**
 * What a manager does with members, with one or with several. What can be undone is done at once and offers the
 * undo; removing asks first.
 */

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { runBulkAction } from '../ui/list/BulkBar.tsx'
import { tellDone, tellUndo } from '../ui/toast.tsx'

export type Person = Pick<Member, 'id' | 'name' | 'role_id' | 'frozen_at'>
type Reaching = Person & Pick<Member, 'reach'>
/** One after the other, told by their names where it does not work. */
const forEach = <One extends Person>(people: One[], act: (person: One) => Promise<unknown>) =>
  runBulkAction(people, ({ name }) => name, act)

/** With `isSaidInPlace` what went wrong is only given back, for the caller to say. */
export function useMemberActions(companyId: number, isSaidInPlace = false) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const onSettled = () => {
    queries.invalidateQueries({ queryKey: api.companies.key })
    queries.invalidateQueries({ queryKey: api.plans.usage.key })
  }
  const telling = { onSettled, ...(isSaidInPlace && { onError: () => undefined }) }
  const of = ({ id }: Person) => ({ id: companyId, user_id: id })
  const said = (people: Person[]) => ({ count: people.length, name: people[0]?.name ?? '' })

  const restoring = useMutation({
    mutationFn: (people: Person[]) =>
      forEach(people, async person => {
        await api.companies.changeRole({ ...of(person), role_id: person.role_id })
      }),
    ...telling,
  })
  const changing = useMutation({
    mutationFn: ({ people, role_id }: { people: Person[]; role_id: number }) =>
      forEach(people, person => api.companies.changeRole({ ...of(person), role_id })),
    onSuccess: people =>
      tellUndo(t('members.roleChanged', said(people)), t('common.undo'), () => restoring.mutate(people)),
    ...telling,
  })
  const returning = useMutation({
    mutationFn: (people: Reaching[]) =>
      forEach(people, person => api.companies.setReach({ ...of(person), reach: person.reach })),
    ...telling,
  })
  const reaching = useMutation({
    mutationFn: ({ people, reach }: { people: Reaching[]; reach: ReachInput | null }) =>
      forEach(people, person => api.companies.setReach({ ...of(person), reach })),
    onSuccess: people =>
      tellUndo(t('members.reachChanged', said(people)), t('common.undo'), () => returning.mutate(people)),
    ...telling,
  })
  const thawing = useMutation({
    mutationFn: (people: Person[]) => forEach(people, person => api.companies.thaw(of(person))),
    onSuccess: people => tellUndo(t('members.thawed', said(people)), t('common.undo'), () => freezing.mutate(people)),
    ...telling,
  })
  const freezing = useMutation({
    mutationFn: (people: Person[]) => forEach(people, person => api.companies.freeze(of(person))),
    onSuccess: people => tellUndo(t('members.frozen', said(people)), t('common.undo'), () => thawing.mutate(people)),
    ...telling,
  })
  const removing = useMutation({
    mutationFn: (people: Person[]) => forEach(people, person => api.companies.removeMember(of(person))),
    onSuccess: people => tellDone(t('members.removed', said(people))),
    ...telling,
  })
  const resetting = useMutation({
    mutationFn: (person: Person) => api.companies.resetPassword(of(person)),
    onSuccess: ({ path }, person) => path ?? tellDone(t('members.resetSent', { name: person.name })),
    ...telling,
  })
  return {
    changeRole: (people: Person[], role_id: number) => changing.mutate({ people, role_id }),
    changeReach: (people: Reaching[], reach: ReachInput | null) => reaching.mutate({ people, reach }),
    freeze: freezing.mutate,
    thaw: thawing.mutate,
    remove: removing.mutate,
    resetPassword: resetting.mutate,
    /** Link to a new password, to be handed over where no mails leave. */
    passwordPath: resetting.data?.path ?? null,
    isBusy: [changing, reaching, thawing, freezing, removing, resetting].some(({ isPending }) => isPending),
    /** Why the last act did not work. */
    problem: changing.error ?? reaching.error ?? thawing.error ?? freezing.error ?? removing.error ?? resetting.error,
  }
}
