/**
 * A page that was left may be kept as it is, to come back at once. WebKit (2.50) keeps it with its open transactions, and every other page
 * waits for them without an end. So a page that is put to rest aborts them; `inDatabase` does the work again when it comes back.
 */
const running = new Set<IDBTransaction>()
let isAtRest = false
/** What WebKit says on every system, and no other engine. */
const webKitVendor = 'Apple Computer, Inc.'

/** Watches all transactions of this page, whichever library begins them. To be called before a database is opened. */
export function abortTransactionsAtRest(): void {
  // Other browsers commit what is under way.
  if (navigator.vendor !== webKitVendor) return
  const begin = IDBDatabase.prototype.transaction
  IDBDatabase.prototype.transaction = function (...given) {
    return watched(begin.apply(this, given))
  }
  const open = IDBFactory.prototype.open
  IDBFactory.prototype.open = function (...given) {
    const request = open.apply(this, given)
    request.addEventListener('upgradeneeded', () => request.transaction && watched(request.transaction))
    return request
  }
  addEventListener('pagehide', ({ persisted }) => {
    if (!persisted) return
    isAtRest = true
    for (const transaction of running) abort(transaction)
  })
  addEventListener('pageshow', () => {
    isAtRest = false
  })
}

function watched(transaction: IDBTransaction): IDBTransaction {
  running.add(transaction)
  const forget = () => running.delete(transaction)
  transaction.addEventListener('complete', forget)
  transaction.addEventListener('abort', forget)
  // Listeners that are called after `pagehide` begin some: a page becomes hidden after that.
  if (isAtRest) abort(transaction)
  return transaction
}

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort()
  } catch {
    // It has just been committed.
  }
}
