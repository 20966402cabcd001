import type { Reactions } from '../../lib/realtime/reactions.ts'

/** What somebody is asked to fill in again comes onto their device with its task, before they go where there is no signal. */
export const followUpReactions: Reactions = {
  'task.assigned': told => void import('../draft/keepForms.ts').then(forms => forms.keepTold(told)),
}
