import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReachInput } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../../api.ts'
import { useDraftForm } from '../../ui/row/useDraftForm.ts'

export type InviteManyValues = { text: string; role_id: number; forms: number[]; reach: ReachInput | null }

const nobody: InviteManyValues = { text: '', role_id: roles.employee, forms: [], reach: null }

// Without a choice they work where the one who invites does.
const inputOf = (companyId: number, { reach, ...values }: InviteManyValues) => ({
  id: companyId,
  ...values,
  ...(reach && { reach }),
})

/** The form of a list of people to invite, kept over a reload, looking at what its lines mean, and sending it. */
export function useInviteMany(companyId: number) {
  const queries = useQueryClient()
  const { form, restart } = useDraftForm('invite_many', nobody)
  const sending = useMutation({
    mutationFn: async ({ preview, ...values }: InviteManyValues & { preview: boolean }) => ({
      ...(await api.invites.createMany({ ...inputOf(companyId, values), dry_run: preview })),
      isPreview: preview,
    }),
    onSuccess({ lines, isPreview }) {
      if (isPreview) return
      queries.invalidateQueries({ queryKey: api.invites.key })
      // What did not work stays, to be put right and sent again.
      const failed = lines.filter(({ result }) => result !== 'invited' && result !== 'duplicate')
      form.setValue('text', failed.map(({ text }) => text).join('\n'))
    },
    // Said in place.
    onError: () => undefined,
  })
  return { form, restart, sending }
}
