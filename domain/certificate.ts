import { comparableName } from './names.ts'

/** Why a file with a certificate is not taken. */
export const certificateFaults = ['damaged', 'cipher', 'password', 'noKey', 'noCertificate', 'mismatch', 'kind', 'early', 'expired', 'subject'] as const
export type CertificateFault = (typeof certificateFaults)[number]

/** Days before its end at which a certificate's keepers are told; readiness says so from the first of them. */
export const certificateWarnDays = [30, 7] as const

const dayMs = 86_400_000

/** How a certificate stands at a moment. */
export function certificateState({ from, to }: { readonly from: Date; readonly to: Date }, now: Date): 'early' | 'current' | 'ending' | 'expired' {
  if (now < from) return 'early'
  if (now >= to) return 'expired'
  return to.getTime() - now.getTime() <= certificateWarnDays[0] * dayMs ? 'ending' : 'current'
}

const plain = (text: string) => comparableName(text).toUpperCase()

/**
 * Whether a certificate names this company: its name whole, or its credit code. Authorities write both in many ways (`051@某公司@N91330106…@1`), never a name as
 * a part of another: a branch is another company.
 */
export function namesCompany(subject: readonly string[], company: { readonly legalName: string; readonly creditCode: string }): boolean {
  const [name, code] = [plain(company.legalName), plain(company.creditCode)]
  const parts = subject.flatMap((value) => plain(value).split(/[@|/]/))
  return parts.some((part) => (name !== '' && part === name) || (code.length === 18 && part.endsWith(code)))
}

/** Why nothing can be sealed: there is no certificate, or the one there is expired. */
export const sealFaults = ['none', 'expired'] as const
export type SealFault = (typeof sealFaults)[number]
