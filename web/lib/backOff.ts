const STEPS_MS = [1000, 2000, 4000, 8000]

/** How long to wait before try number `step`: 1, 2, 4, then 8 seconds, and up to half as long again, so that not all try at once. */
export function withJitter(step: number): number {
  const wait = STEPS_MS[Math.min(step, STEPS_MS.length - 1)] ?? 0
  return wait * (1 + Math.random() / 2)
}
