import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'

/** A statement that nobody can change or make up who has the database alone. */
export interface Signed {
  /** Which key signed, as the digest of its public half. */
  readonly signer: string
  readonly signature: string
}

/** Signs statements and knows its own signatures again. */
export interface Signer {
  sign(statement: string): Signed
  /** null: a key that is not there any more signed it. */
  isOurs(statement: string, signed: Signed): boolean | null
}

// What PKCS #8 puts before the 32 bytes of an Ed25519 key.
const head = Buffer.from('302e020100300506032b657004220420', 'hex')

function keyFrom(secret: Buffer): { id: string; own: KeyObject; open: KeyObject } {
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'signed statements', 32))
  const own = createPrivateKey({ key: Buffer.concat([head, seed]), format: 'der', type: 'pkcs8' })
  const open = createPublicKey(own)
  const id = createHash('sha256')
    .update(open.export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)
  return { id, own, open }
}

/** Ed25519 under keys derived from the secrets of the settings: the first signs, all are known again, so that a secret can be replaced. */
export function signerWith(secrets: readonly Buffer[]): Signer {
  const keys = secrets.map(keyFrom)
  const [first] = keys
  if (!first) throw new Error('SECRET_KEY is missing; statements are signed under it')
  return {
    sign: (statement) => ({ signer: first.id, signature: sign(null, Buffer.from(statement), first.own).toString('base64') }),
    isOurs: (statement, { signer, signature }) => {
      const key = keys.find((each) => each.id === signer)
      return key ? verify(null, Buffer.from(statement), key.open, Buffer.from(signature, 'base64')) : null
    },
  }
}
