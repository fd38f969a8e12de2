import { createHmac, generateKeyPairSync, randomBytes, sign, timingSafeEqual, verify } from 'node:crypto'

// The signatures of docs/payout-channel-http.md, implemented independently from that page. Code shared with the server
// would hide a common mistake.

type SignedPart = readonly ['request' | 'answer' | 'notice', ...string[]]

const signedText = (part: SignedPart, body: Uint8Array) => Buffer.concat([Buffer.from(`${part.join('\n')}\n`), body])

function generateKeyPair(): { secret: string; open: string } {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { secret: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), open: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

/** A merchant of the bank, with the keys of both sides. */
export interface Merchant {
  readonly merchantNo: string
  readonly payerAccount: string
  readonly algorithm: 'RSA-SHA256' | 'HMAC-SHA256'
  /** The merchant's signing key. Only a simulator may reveal it. */
  readonly merchantKey: string
  readonly merchantOpen: string
  bankKey: string
  bankOpen: string
}

export function newMerchant(merchantNo: string, algorithm: Merchant['algorithm']): Merchant {
  const payerAccount = `6225${merchantNo.replace(/\D/g, '').padStart(12, '0')}`
  if (algorithm === 'HMAC-SHA256') {
    const secret = randomBytes(32).toString('hex')
    return { merchantNo, payerAccount, algorithm, merchantKey: secret, merchantOpen: secret, bankKey: secret, bankOpen: secret }
  }
  const [merchant, bank] = [generateKeyPair(), generateKeyPair()]
  return { merchantNo, payerAccount, algorithm, merchantKey: merchant.secret, merchantOpen: merchant.open, bankKey: bank.secret, bankOpen: bank.open }
}

export function changeKeys(merchant: Merchant): void {
  const { bankKey, bankOpen } = newMerchant(merchant.merchantNo, merchant.algorithm)
  merchant.bankKey = bankKey
  merchant.bankOpen = bankOpen
}

export function signatureFor({ algorithm, bankKey }: Merchant, part: SignedPart, body: Uint8Array): string {
  if (algorithm === 'HMAC-SHA256') return createHmac('sha256', bankKey).update(signedText(part, body)).digest('base64')
  return sign('RSA-SHA256', signedText(part, body), bankKey).toString('base64')
}

/** Verifies the merchant's signature. */
export function isSigned({ algorithm, merchantOpen }: Merchant, part: SignedPart, body: Uint8Array, signature: string): boolean {
  const signatureBytes = Buffer.from(signature, 'base64')
  if (algorithm === 'RSA-SHA256') return verify('RSA-SHA256', signedText(part, body), merchantOpen, signatureBytes)
  const expectedSignature = createHmac('sha256', merchantOpen).update(signedText(part, body)).digest()
  return expectedSignature.length === signatureBytes.length && timingSafeEqual(expectedSignature, signatureBytes)
}
