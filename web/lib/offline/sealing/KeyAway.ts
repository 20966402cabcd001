import { RequestError } from '../../requestError.ts'

/** What is kept here is sealed, its key is not on this device, and the server, which has it, cannot be asked just now. Nothing is lost. */
export class KeyAway extends RequestError {
  override name = 'KeyAway'
}
