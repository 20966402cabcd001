import type { Rate } from '../limits.ts'

/** Lets `burst` things pass at once and `perSecond` in the long run. */
export class TokenBucket {
  private readonly rate: Rate
  private tokens: number
  private filledAt = performance.now()

  constructor(rate: Rate) {
    this.rate = rate
    this.tokens = rate.burst
  }

  /** Whether one more may pass now; if so it is counted. */
  take(): boolean {
    const now = performance.now()
    this.tokens = Math.min(this.rate.burst, this.tokens + ((now - this.filledAt) / 1000) * this.rate.perSecond)
    this.filledAt = now
    if (this.tokens < 1) return false
    this.tokens -= 1
    return true
  }
}
