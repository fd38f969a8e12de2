import type {
  CardCheckRequest,
  CardCheckResult,
  CompanyCheckRequest,
  CompanyCheckResult,
  FaceCheckRequest,
  FaceCheckResult,
  IdentityCheckRequest,
  IdentityCheckResult,
} from '#/server/kernel/external/gateways.ts'

// Answers in the demo without a provider; tests rely on them. A card ending in 9999 belongs to another person. A name
// with 假名 does not match its number, and numbers ending in 0000 are not registered. The face of 假脸 is another person's,
// and tiny pictures show no face. Companies named 测试不符 do not match the register.

const isFalseName = (name: string) => name.includes('假名')
const minFaceBytes = 2000

export function sandboxIdentityResult({ name, idNumber }: IdentityCheckRequest): IdentityCheckResult {
  return isFalseName(name) ? 'mismatch' : idNumber.endsWith('0000') ? 'not_found' : 'match'
}

export function sandboxCardResult({ name, cardNo }: CardCheckRequest): CardCheckResult {
  return isFalseName(name) ? 'name_mismatch' : cardNo.endsWith('9999') ? 'card_mismatch' : 'match'
}

export function sandboxFaceResult({ name, picture }: FaceCheckRequest): { answer: FaceCheckResult; likeness: number } {
  if (picture.byteLength < minFaceBytes) return { answer: 'no_face', likeness: 0 }
  return name.includes('假脸') || isFalseName(name) ? { answer: 'mismatch', likeness: 31 } : { answer: 'match', likeness: 93 }
}

export function sandboxCompanyResult({ name }: CompanyCheckRequest): CompanyCheckResult {
  return name.includes('测试不符') ? 'mismatch' : 'match'
}
