import type { Endpoint } from '#shared/lib/contract.ts'

/** Whether a call goes on when the company's plan has ended (contract.ts, `afterPlanEnd`). */
export const goesOnAfterPlanEnd = ({ method, access, afterPlanEnd }: Endpoint): boolean =>
  method === 'GET' || typeof access === 'string' || afterPlanEnd === 'open'
