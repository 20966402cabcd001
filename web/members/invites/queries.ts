import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
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

/**
 * The form of a list of people to invite, kept over a reload, looking at what its lines mean, and sending it. What was
 * not sent is a preview, also where sending was asked for.
 */
export function useInviteMany(companyId: number) {
  const queries = useQueryClient()
  const { form, restart } = useDraftForm('invite_many', nobody)
  const told = useRef('')
  const sending = useMutation({
    mutationFn: async ({ preview, ...values }: InviteManyValues & { preview: boolean }) => {
      const input = inputOf(companyId, values)
      const [headings = ''] = values.text.split('\n', 1)
      const isTold = headings.includes('@') || told.current === headings
      const looked = preview || !isTold ? await api.invites.createMany({ ...input, dry_run: true }) : undefined
      told.current = headings
      // Columns that are not read are said before anything is sent; sent again, the list goes as it is.
      if (looked && (preview || looked.unread_columns.length > 0)) return { ...looked, isPreview: true }
      return { ...(await api.invites.createMany(input)), isPreview: false }
    },
    onSuccess({ lines, isPreview }) {
      if (isPreview) return
      queries.invalidateQueries({ queryKey: api.invites.key })
      // What did not work stays, to be put right and sent again.
      const failed = lines.filter(({ result }) => result !== 'invited' && result !== 'duplicate')
      const text = failed.map(line => line.text).join('\n')
      if (text) form.setValue('text', text, { shouldDirty: true })
      else restart({ ...form.getValues(), text })
    },
    // Said in place.
    onError: () => undefined,
  })
  return { form, restart, sending }
}
