import type { Found } from '#shared/search/contract.ts'
import { registry } from '#shared/subjects/registry.ts'
import { fillInPath } from '../forms/fillInPath.ts'

/** Where what was found is read. */
export function foundPath({ kind, id, target_id }: Found, mayEditForms: boolean): string {
  switch (kind) {
    case 'form':
      return mayEditForms ? `/forms/${id}` : fillInPath(id)
    case 'task':
      return `/company/tasks/assignments/${id}`
    case 'sent_task':
      return `/tasks/${id}`
    case 'guide':
      return `/guides/${id}`
    case 'person':
      return `/company/users#${id}`
    case 'submission':
      return `/submission/view/${id}`
    case 'finding':
      return `/submission/view/${target_id}`
    case 'message':
      return `/messaging?conversation=${target_id}&message=${id}`
    default:
      return `${registry[kind].path}/${id}`
  }
}
