import { useMutation, useQueryClient } from '@tanstack/react-query'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../../api.ts'
import { useDraftForm } from '../../ui/row/useDraftForm.ts'

export type InviteManyValues = { text: string; role_id: number; forms: number[] }

const nobody: InviteManyValues = { text: '', role_id: roles.employee, forms: [] }

/** The form of a list of people to invite, kept over a reload, and sending it. */
export function useInviteMany(companyId: number) {
  const queries = useQueryClient()
  const { form, restart } = useDraftForm('invite_many', nobody)
  const inviting = useMutation({
    mutationFn: (values: InviteManyValues) => api.invites.createMany({ id: companyId, ...values }),
    onSuccess({ lines }) {
      queries.invalidateQueries({ queryKey: api.invites.key })
      // What did not work stays, to be put right and sent again.
      const failed = lines.filter(({ result }) => result !== 'invited' && result !== 'duplicate')
      form.setValue('text', failed.map(({ text }) => text).join('\n'))
    },
    // Said in place.
    onError: () => undefined,
  })
  return { form, restart, inviting }
}
