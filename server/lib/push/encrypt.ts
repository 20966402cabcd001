/** A message that only one browser can read, whoever carries it (RFC 8291, in one record of RFC 8188). */
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

export type PushKeys = { p256dh: string; auth: string }

/** A record with what belongs to it is no longer than push services take. */
const recordSize = 4096
/** So many bytes of content are left in it, beside the header, the end's mark and the cipher's tag. */
export const maxContent = recordSize - 86 - 1 - 16

/** Encrypts for a browser's keys. Throws for keys that are none, and for what is too long. `made` is for tests: salt and key pair of the RFC. */
export function encryptPush(
  content: Buffer,
  keys: PushKeys,
  made: { salt?: Buffer; privateKey?: Buffer } = {},
): Buffer {
  if (content.length > maxContent) throw new Error(`A push message of ${content.length} bytes is too long.`)
  const theirs = Buffer.from(keys.p256dh, 'base64url')
  const secret = Buffer.from(keys.auth, 'base64url')
  const salt = made.salt ?? randomBytes(16)
  const ecdh = createECDH('prime256v1')
  if (made.privateKey) ecdh.setPrivateKey(made.privateKey)
  else ecdh.generateKeys()
  const ours = ecdh.getPublicKey()
  const shared = ecdh.computeSecret(theirs)
  const material = derive(shared, secret, Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]), 32)
  const key = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  const header = Buffer.alloc(21)
  salt.copy(header)
  header.writeUInt32BE(recordSize, 16)
  header.writeUInt8(ours.length, 20)
  // 2 marks the last record, which this one is.
  const sealed = [cipher.update(content), cipher.update(Buffer.from([2])), cipher.final(), cipher.getAuthTag()]
  return Buffer.concat([header, ours, ...sealed])
}

const derive = (material: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', material, salt, info, length))
