import { presenceChannel } from '../lib/events.ts'

/** The presence channel of those who have a form open to edit it. */
export const editorsChannel = (companyId: number, formId: number) => `${presenceChannel(companyId)}.form.${formId}`
export const editorsChannelPattern = /^presence-company\.(\d+)\.form\.(\d+)$/
