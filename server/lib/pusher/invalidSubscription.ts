/** Asked to sign something that must not be signed: a malformed socket id or channel, an unknown or foreign socket. */
export class InvalidSubscription extends Error {
  override readonly name = 'InvalidSubscription'
}
