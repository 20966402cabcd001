/**
 * In tests, the budget of a form's evaluation throws where more is evaluated than the server's own thread may, while a
 * connection is held.
 */
import { Budget, briefAllowance } from '#shared/forms/expressions/budget.ts'
import { requireNothingHeld } from '../lib/concurrency/connectionGuard.ts'

/** A brief evaluation overshoots its budget a little before it is broken off. */
const tolerated = { steps: 2 * briefAllowance.steps, letters: 2 * briefAllowance.letters }

let isWatching = false

/** From now on, a long evaluation of a form while a connection is held throws. */
export function watchEvaluations(): void {
  if (isWatching) return
  isWatching = true
  watch('note', tolerated.steps)
  watch('write', tolerated.letters)
}

function watch(method: 'note' | 'write', most: number): void {
  const original = Budget.prototype[method]
  const spent = new WeakMap<Budget, number>()
  Budget.prototype[method] = function watched(amount) {
    const total = (spent.get(this) ?? 0) + amount
    spent.set(this, total)
    if (total > most) requireNothingHeld('a long evaluation')
    original.call(this, amount)
  }
}
