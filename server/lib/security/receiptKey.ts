/** The key with which this tend signs receipts: Ed25519, made out of the platform's secret, so that all nodes have the same one. */
import { createHmac, createPrivateKey, createPublicKey, sign } from 'node:crypto'

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex')

function privateKey(serverKey: Buffer) {
  const seed = createHmac('sha256', serverKey).update('receipt key').digest()
  return createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' })
}

/** The signature over a text, base64url. */
export const signReceipt = (serverKey: Buffer, text: string): string =>
  sign(null, Buffer.from(text), privateKey(serverKey)).toString('base64url')

/** What others need to check a signature: the public key as PEM. */
export const receiptPublicKey = (serverKey: Buffer): string =>
  createPublicKey(privateKey(serverKey)).export({ format: 'pem', type: 'spki' }).toString()
