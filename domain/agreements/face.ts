// Face verification as one of two ways to confirm a signature (人脸识别技术应用安全管理办法, in force 2025-06-01).

/** The edition of the consent text. Signers consent again to a new edition. */
export const faceConsentVersion = '2026-11'

/** Days until a picture of a face is deleted. The hash and the result stay in the evidence of the signature. */
export const faceRetentionDays = 180

/**
 * The number of people with stored faces at which the platform must file with the authority within 30 working days
 * (§15).
 */
export const faceFilingThreshold = 100_000
const faceWarningThreshold = 80_000

export type FaceFiling = 'none' | 'near' | 'due'

/** Returns whether the platform must file, or soon has to, for this number of people with stored faces. */
export function faceFiling(persons: number): FaceFiling {
  if (persons >= faceFilingThreshold) return 'due'
  return persons >= faceWarningThreshold ? 'near' : 'none'
}
