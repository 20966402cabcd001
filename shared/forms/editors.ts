import { presenceChannel } from '../lib/events.ts'

/** Presence channel of people who have a form open in the editor. */
export const editorsChannel = (companyId: number, formId: number) => `${presenceChannel(companyId)}.form.${formId}`
export const editorsChannelPattern = /^presence-company\.(\d+)\.form\.(\d+)$/
