/** The offer that was chosen. */
export const thanksSearch = (raw: Record<string, unknown>): { plan?: number } =>
  Number.isInteger(raw.plan) ? { plan: Number(raw.plan) } : {}
